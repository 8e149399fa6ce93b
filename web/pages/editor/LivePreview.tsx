import { Card } from '../../../card/Card.tsx'
import type { Card as StoredCard } from '../../../schema/card.ts'
import { useCardRules } from '../../ui/useCardRules.ts'
import { type Draft, previewOf } from './draft.ts'

/** The card as visitors will see it on a phone, with the draft; it scrolls, and nothing in it can be pressed. */
export function LivePreview({ card, draft }: { card: StoredCard; draft: Draft }) {
  const shown = previewOf(card, draft)
  useCardRules(shown)
  return (
    <div className="device">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <section className="device-screen" aria-label="Live preview" tabIndex={0}>
        <div aria-hidden="true" inert>
          <Card card={shown} variant="full" />
        </div>
      </section>
    </div>
  )
}
