import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { themeName, themeNames } from '../../../schema/theme.ts'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { type PanelProps, previewOf } from './draft.ts'

/** Previews the card in every theme; choosing one saves it. */
export function ThemeDialog({ card, draft, save, onClose }: PanelProps & { onClose: () => void }) {
  const [failed, setFailed] = useState(false)
  const [current] = useState(draft.theme)
  const themes = [...new Set([...Object.keys(themeNames), current])]
  const choose = async (theme: string) => {
    setFailed(false)
    const saved = await save(
      { theme },
      { done: 'Card theme updated', failed: 'Failed to update theme', takeBack: true },
    )
    if (saved) onClose()
    else setFailed(true)
  }
  return (
    <Dialog title="Select a Card Theme" width="wide" onClose={onClose}>
      <div className="dialog-body">
        {failed && (
          <Note kind="bad" title="Failed to update theme">
            The card keeps its theme. Choose again to try once more.
          </Note>
        )}
        <ul className="themes">
          {themes.map((theme) => (
            <li key={theme} className="theme">
              <CardThumb card={previewOf(card, { ...draft, theme })} className="theme-thumb" />
              <button
                type="button"
                aria-pressed={theme === draft.theme}
                onClick={() => (theme === card.theme ? onClose() : void choose(theme))}
              >
                {themeName(theme)}
                {theme === draft.theme && <Icon name="check" size={18} />}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
