import { useDeferredValue, useMemo } from 'react'
import { Card } from '../../../card/Card.tsx'
import { Exchange } from '../../../card/parts/ExchangeForm.tsx'
import { english } from '../../../card/words/en.ts'
import type { Card as StoredCard } from '../../../schema/card.ts'
import { useCardRules } from '../../ui/useCardRules.ts'
import { useNetworkMarks } from '../../ui/useNetworkMarks.ts'
import { type Draft, toPublicCard } from './draft.ts'
import { usePreviewScroll } from './usePreviewScroll.ts'

/** The draft in a phone frame that scrolls to what the open tab edits. */
export function LivePreview(props: { card: StoredCard; draft: Draft }) {
  const screen = usePreviewScroll()
  return (
    <div className="device">
      <section ref={screen} className="device-screen" aria-label="Live preview" {...focusable}>
        <DraftCard {...props} />
      </section>
    </div>
  )
}

// Scrollable regions must be focusable by keyboard (WCAG 2.1.1).
const focusable = { tabIndex: 0 }

/** An inert preview of the card with the draft. It renders deferred, so that input stays responsive. */
export function DraftCard({ card, draft }: { card: StoredCard; draft: Draft }) {
  const deferred = useDeferredValue(draft)
  const shown = useMemo(() => toPublicCard(card, deferred), [card, deferred])
  const marks = useNetworkMarks(shown.socialLinks)
  const element = useMemo(
    () => (
      <Card
        key={marks}
        card={shown}
        variant="full"
        exchange={<Exchange card={shown} words={english} />}
      />
    ),
    [shown, marks],
  )
  useCardRules(shown)
  return (
    <div aria-hidden="true" inert>
      {element}
    </div>
  )
}
