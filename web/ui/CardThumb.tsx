import { useDeferredValue } from 'react'
import { Card } from '../../card/Card.tsx'
import type { PublicCard } from '../../schema/card.ts'
import { useCardRules } from './useCardRules.ts'

/**
 * The real card as a picture: it takes no focus and no press, and is silent; the words beside it name it. It is drawn
 * after what stands around it, so its place must have a size of its own.
 */
export function CardThumb({ card, className }: { card: PublicCard; className: string }) {
  const shown = useDeferredValue(card, null)
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert>
      {shown && <Drawn card={shown} />}
    </div>
  )
}

function Drawn({ card }: { card: PublicCard }) {
  useCardRules(card)
  return <Card card={card} variant="preview" />
}
