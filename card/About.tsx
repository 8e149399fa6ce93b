/** The About text, its line breaks kept; after six lines a Read more button. */
import type { PublicCard } from '../schema/card.ts'
import { aboutText } from './links.ts'
import { Section, type Variant } from './Section.tsx'

// Six lines of a phone hold about this many letters; the page's script hides the button where the text fits after all.
const sixLines = 230

export function About({ card, variant }: { card: PublicCard; variant: Variant }) {
  const text = aboutText(card)
  if (!text) return null
  const long = variant === 'full' && (text.length > sixLines || text.split('\n').length > 6)
  return (
    <Section title="About" variant={variant}>
      <p className={long ? 'bc-txt bc-clamp p-note' : 'bc-txt p-note'} id="about" dir="auto">
        {text}
      </p>
      {long && (
        <button
          className="bc-more bc-js"
          type="button"
          aria-expanded="false"
          aria-controls="about"
          data-act="more"
        >
          Read more
        </button>
      )}
    </Section>
  )
}
