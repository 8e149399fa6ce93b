import { useDeferredValue, useMemo } from 'react'
import { Card } from '../../../card/Card.tsx'
import type { Card as StoredCard } from '../../../schema/card.ts'
import { useCardRules } from '../../ui/useCardRules.ts'
import { type Draft, previewOf } from './draft.ts'

/** The draft on a phone; it scrolls. */
export function LivePreview(props: { card: StoredCard; draft: Draft }) {
  return (
    <div className="device">
      <section className="device-screen" aria-label="Live preview" {...reachable}>
        <DraftCard {...props} />
      </section>
    </div>
  )
}

// What scrolls must be reachable by keyboard.
const reachable = { tabIndex: 0 }

/** The card as visitors will see it, with the draft; nothing in it can be pressed. A press or key is answered before it is drawn anew. */
export function DraftCard({ card, draft }: { card: StoredCard; draft: Draft }) {
  const later = useDeferredValue(draft)
  const shown = useMemo(() => previewOf(card, later), [card, later])
  const drawn = useMemo(() => <Card card={shown} variant="full" />, [shown])
  useCardRules(shown)
  return (
    <div aria-hidden="true" inert>
      {drawn}
    </div>
  )
}
