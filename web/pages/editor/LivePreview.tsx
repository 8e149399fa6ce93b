import { useDeferredValue, useMemo } from 'react'
import { Card } from '../../../card/Card.tsx'
import type { Card as StoredCard } from '../../../schema/card.ts'
import { useCardRules } from '../../ui/useCardRules.ts'
import { type Draft, previewOf } from './draft.ts'

/** The card as visitors will see it on a phone, with the draft; it scrolls, and nothing in it can be pressed. */
export function LivePreview({ card, draft }: { card: StoredCard; draft: Draft }) {
  // A press or key is answered before the whole card is drawn for it.
  const later = useDeferredValue(draft)
  const shown = useMemo(() => previewOf(card, later), [card, later])
  const drawn = useMemo(() => <Card card={shown} variant="full" />, [shown])
  useCardRules(shown)
  return (
    <div className="device">
      <section className="device-screen" aria-label="Live preview" {...reachable}>
        <div aria-hidden="true" inert>
          {drawn}
        </div>
      </section>
    </div>
  )
}

// What scrolls must be reachable by keyboard.
const reachable = { tabIndex: 0 }
