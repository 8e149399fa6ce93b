import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { themeName, themeNames } from '../../../schema/theme.ts'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { type PanelProps, previewOf } from './draft.ts'

/** The card in every theme; the selected one is marked. */
export function ThemeList({
  card,
  draft,
  onSelect,
  oneTabStop = false,
}: Pick<PanelProps, 'card' | 'draft'> & {
  onSelect: (theme: string) => void
  /** Tab reaches the selected theme only. */
  oneTabStop?: boolean
}) {
  const [current] = useState(draft.theme)
  const themes = [...new Set([...Object.keys(themeNames), current])]
  return (
    <ul className="themes">
      {themes.map((theme) => (
        <li key={theme} className="theme" data-value={theme}>
          <CardThumb card={previewOf(card, { ...draft, theme })} className="theme-thumb" />
          <button
            type="button"
            aria-pressed={theme === draft.theme}
            tabIndex={oneTabStop && theme !== draft.theme ? -1 : undefined}
            onClick={() => onSelect(theme)}
          >
            {themeName(theme)}
            {theme === draft.theme && <Icon name="check" size={18} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
