import { useDeferredValue } from 'react'
import { Card } from '../../card/Card.tsx'
import type { PublicCard } from '../../schema/cards/card.ts'
import { useCardRules } from './useCardRules.ts'
import { useNetworkLogos } from './useNetworkLogos.ts'

/**
 * A real card as an inert thumbnail, hidden from assistive technology; the text next to it is its
 * label. It renders after the rest of the page, so its container needs a fixed size.
 */
export function CardThumb({ card, className }: { card: PublicCard; className: string }) {
  const shown = useDeferredValue(card, null)
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert lang="en">
      {shown && <Preview card={shown} />}
    </div>
  )
}

function Preview({ card }: { card: PublicCard }) {
  useCardRules(card)
  useNetworkLogos(card.socialLinks)
  return <Card card={card} variant="preview" />
}
