import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { themeName, themeNames } from '../../../schema/cards/theme.ts'
import { t, translated } from '../../messages/t.ts'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toPublicCard } from './audience/audience.ts'
import type { PanelProps } from './draft.ts'

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

/** The card in every theme; the selected one is marked. */
export function ThemeList({
  card,
  draft,
  onSelect,
  onEnter,
}: Pick<PanelProps, 'card' | 'draft'> & {
  onSelect: (theme: string) => void
  /** Called on Enter. With it, the selected theme is the only tab stop and has the initial focus. */
  onEnter?: () => void
}) {
  const [current] = useState(draft.theme)
  const themes = [...new Set([...Object.keys(themeNames), current])]
  return (
    <ul className="themes">
      {themes.map((theme) => (
        <li key={theme} className="theme" data-value={theme}>
          <CardThumb card={toPublicCard(card, { ...draft, theme })} className="theme-thumb" />
          <button
            type="button"
            aria-pressed={theme === draft.theme}
            {...(onEnter &&
              (theme === draft.theme ? selectedThemeProps(onEnter) : { tabIndex: -1 }))}
            onClick={() => onSelect(theme)}
          >
            {translated(themeName(theme))}
            {theme === draft.theme && <Icon name="check" size={18} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

function selectedThemeProps(onEnter: () => void) {
  return {
    'data-initial-focus': '',
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      onEnter()
    },
  }
}
