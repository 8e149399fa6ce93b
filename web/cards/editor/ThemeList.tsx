import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { themeName, themeNames } from '../../../schema/cards/theme.ts'
import { translated } from '../../messages/t.ts'
import { CardThumb } from '../../ui/CardThumb.tsx'
import type { PanelProps } from './draft.ts'
import { toPublicCard } from './public-card.ts'

/** The card in every theme; the selected one is marked. */
export function ThemeList({
  card,
  draft,
  onSelect,
  onEnter,
}: Pick<PanelProps, 'card' | 'draft'> & {
  onSelect: (theme: string) => void
  /** Called for Enter on the selected theme, which is then the only tab stop and has the initial focus. */
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
