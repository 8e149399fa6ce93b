import type { ListedCard } from '../../../schema/cards/card.ts'
import { t } from '../../messages/t.ts'
import { CardTile } from './CardTile.tsx'

/** The grid of a user's cards. */
export function AllCards({
  cards,
  level,
  onQr,
  onDelete,
}: {
  cards: ListedCard[]
  level: number
  onQr: (card: ListedCard) => void
  onDelete: (card: ListedCard) => void
}) {
  return (
    <section className="all-cards" aria-labelledby="all-cards">
      <h2 id="all-cards">{t('All Your Cards')}</h2>
      <ul>
        {cards.map((card) => (
          <CardTile
            key={card.id}
            card={card}
            canTemplate={level >= 4}
            onQr={() => onQr(card)}
            onDelete={level >= 5 ? () => onDelete(card) : undefined}
          />
        ))}
      </ul>
    </section>
  )
}
