/** The About text, its line breaks kept; after six lines a Read more button. */
import type { PublicCard } from '../schema/card.ts'
import { aboutText } from './links.ts'
import { Section, type Variant } from './Section.tsx'

// On a phone six lines hold some 280 letters; below this the button would uncover less than it takes up.
const long = 340

export function About({ card, variant }: { card: PublicCard; variant: Variant }) {
  const text = aboutText(card)
  if (!text) return null
  const cut = variant === 'full' && (text.length > long || text.split('\n').length > 8)
  return (
    <Section title="About" variant={variant}>
      <p className={cut ? 'bc-txt bc-clamp p-note' : 'bc-txt p-note'} id="about" dir="auto">
        {text}
      </p>
      {cut && (
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
