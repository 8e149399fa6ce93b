import { Icon } from '../../../../card/Icon.tsx'
import { shownThemes } from '../content.ts'
import { Sheet } from '../parts/Sheet.tsx'
import { ThemeCard } from '../parts/ThemeCard.tsx'
import { samples } from '../people.ts'

export function Themes() {
  return (
    <section className="band wide" id="themes" tabIndex={-1} aria-labelledby="themes-title">
      <header className="band-head">
        <h2 id="themes-title">A look for every line of work</h2>
        <p>
          Real cards, not pictures of cards. Change the theme whenever you like; the code on your
          badge stays the same.
        </p>
        <button className="way" type="button" data-opens="gallery" aria-haspopup="dialog">
          View all themes
          <Icon name="chevron-right" size={14} />
        </button>
      </header>
      <ul className="theme-cards">
        {shownThemes.map(({ theme, text }) => (
          <ThemeCard key={theme} theme={theme} text={text} />
        ))}
      </ul>
    </section>
  )
}

/** All nine; in a template, so that nothing of it is laid out or fetched before it is asked for. */
export function ThemeGallery() {
  return (
    <Sheet id="gallery" title="All themes" className="theme-gallery">
      <template>
        <ul className="theme-cards">
          {Object.values(samples).map(({ theme }) => (
            <ThemeCard key={theme} theme={theme} />
          ))}
        </ul>
      </template>
    </Sheet>
  )
}
