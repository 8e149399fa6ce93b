import { Icon } from '../../../card/icons/Icon.tsx'
import { themeNames } from '../../../schema/cards/theme.ts'
import { t, translated } from '../../messages/t.ts'
import { createAccount, shownThemes } from '../content.ts'
import { SampleCard } from '../parts/SampleCard.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { samples, type ThemeKey } from '../people.ts'

export function Themes() {
  return (
    <section className="band wide" id="themes" tabIndex={-1} aria-labelledby="themes-title">
      <header className="band-head">
        <h2 id="themes-title">{t('A look for every line of work')}</h2>
        <p>
          {t(
            'Real cards, not images of cards. Change the theme whenever you like. The code on your badge stays the same.',
          )}
        </p>
        <button className="way" type="button" data-opens="gallery" aria-haspopup="dialog">
          {t('View all themes')}
          <Icon name="chevron-right" size={14} />
        </button>
      </header>
      <ul className="thirds theme-cards">
        {shownThemes.map(({ theme, text }) => (
          <ThemeCard key={theme} theme={theme} text={text} />
        ))}
      </ul>
    </section>
  )
}

/**
 * All nine themes, in a template element, so that nothing is laid out or loaded before it is
 * opened.
 */
export function ThemeGallery() {
  return (
    <Sheet id="gallery" title={t('All themes')} className="theme-gallery">
      <template>
        <ul className="thirds theme-cards">
          {Object.values(samples).map(({ theme }) => (
            <ThemeCard key={theme} theme={theme} />
          ))}
        </ul>
      </template>
    </Sheet>
  )
}

/** A sample card with this theme, and a link to use it. */
function ThemeCard({ theme, text }: { theme: ThemeKey; text?: string }) {
  const name = translated(themeNames[theme])
  return (
    <li className="theme-card panel">
      <SampleCard sample={samples[theme]} className="theme-card-thumb" low />
      <div className="theme-card-foot">
        <div>
          <h3>{name}</h3>
          {text && <p>{text}</p>}
        </div>
        {/* Without JavaScript, or before it has loaded, the link itself leads to the same page as
            the dialog. */}
        <a
          className="button"
          data-kind="secondary"
          data-use-theme={theme}
          data-theme-name={name}
          href={`${createAccount}&theme=${theme}`}
        >
          <span data-selected={t('Selected')} data-selectable={t('Use Theme')}>
            {t('Use Theme')}
          </span>
          <span className="hidden-text">{name}</span>
        </a>
      </div>
    </li>
  )
}
