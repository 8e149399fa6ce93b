/** The owner's own buttons, in the owner's colours. */
import type { PublicCard } from '../schema/card.ts'
import { safeLink } from '../schema/link.ts'
import { buttonClass, outward } from './links.ts'

export function CustomButtons({ card }: { card: PublicCard }) {
  // The index is the one the owner knows, so a button that is left out keeps its place in the counting.
  const buttons = card.customButtons.flatMap((button, index) => {
    const href = safeLink(button.url)
    return href ? [{ button, index, href }] : []
  })
  if (buttons.length === 0) return null
  return (
    <section aria-label="Links">
      <ul className="bc-ctas">
        {buttons.map(({ button, index, href }) => (
          <li key={index}>
            <a
              className={`bc-cta ${buttonClass(button)}`}
              href={href}
              dir="auto"
              data-act="custom"
              data-id={`button-${index}`}
              {...outward(href)}
            >
              {button.text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
