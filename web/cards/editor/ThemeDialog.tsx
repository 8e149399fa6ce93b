import { useState } from 'react'
import { t } from '../../messages/t.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import type { PanelProps } from './draft.ts'
import { ThemeList } from './ThemeList.tsx'

/** Previews the card in every theme; choosing one saves it. */
export function ThemeDialog({ card, draft, save, onClose }: PanelProps & { onClose: () => void }) {
  const [failed, setFailed] = useState(false)
  const choose = async (theme: string) => {
    setFailed(false)
    const saved = await save(
      { theme },
      { done: t('Card theme updated'), failed: t('Failed to update theme'), revert: true },
    )
    if (saved) onClose()
    else setFailed(true)
  }
  return (
    <Dialog title={t('Select a Card Theme')} width="wide" onClose={onClose}>
      <div className="dialog-body">
        {failed && (
          <Note kind="bad" title={t('Failed to update theme')}>
            {t('The theme was not changed. Select it again to retry.')}
          </Note>
        )}
        <ThemeList
          card={card}
          draft={draft}
          onSelect={(theme) => (theme === card.theme ? onClose() : void choose(theme))}
        />
      </div>
    </Dialog>
  )
}
