import type { Card } from '../../../schema/card.ts'
import { DraftCard } from './DraftCard.tsx'
import type { Draft } from './draft.ts'

/** The draft on a phone; it scrolls. */
export function LivePreview(props: { card: Card; draft: Draft }) {
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
