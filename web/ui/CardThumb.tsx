import { Card } from '../../card/Card.tsx'
import type { PublicCard } from '../../schema/card.ts'
import { useCardRules } from './useCardRules.ts'

/** The real card as a picture: it takes no focus and no press, and is silent; the words beside it name it. */
export function CardThumb({ card, className }: { card: PublicCard; className: string }) {
  useCardRules(card)
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert>
      <Card card={card} variant="preview" />
    </div>
  )
}
