import { themeNames } from '../../../../schema/theme.ts'
import { createAccount } from '../content.ts'
import { samples, type ThemeKey } from '../people.ts'
import { SampleCard } from './SampleCard.tsx'

/** A theme on the card of somebody it suits, and the way to have it. */
export function ThemeCard({ theme, text }: { theme: ThemeKey; text?: string }) {
  const name = themeNames[theme]
  return (
    <li className="theme-card panel">
      <SampleCard sample={samples[theme]} className="theme-card-thumb" />
      <div className="theme-card-foot">
        <div>
          <h3>{name}</h3>
          {text && <p>{text}</p>}
        </div>
        {/* Without the script, or before it is there, the link itself leads where the dialog does. */}
        <a
          className="button"
          data-kind="secondary"
          data-use-theme={theme}
          data-theme-name={name}
          href={`${createAccount}&theme=${theme}`}
        >
          <span>Use Theme</span>
          <span className="hidden-text">{name}</span>
        </a>
      </div>
    </li>
  )
}
