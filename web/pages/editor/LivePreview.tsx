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
      <section className="device-screen" aria-label="Live preview" {...reachable}>
        <div aria-hidden="true" inert>
          <Card card={shown} variant="full" />
        </div>
      </section>
    </div>
  )
}

// What scrolls must be reachable by keyboard.
const reachable = { tabIndex: 0 }
