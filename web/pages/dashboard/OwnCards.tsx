import { Suspense, useState } from 'react'
import type { ListedCard } from '../../../schema/card.ts'
import { product } from '../../product.ts'
import { soon } from '../../ui/later.tsx'
import { CardTile } from './CardTile.tsx'
import { FirstCard } from './FirstCard.tsx'
import { Tiles } from './Tiles.tsx'

const QrDialog = soon(async () => (await import('../../ui/QrDialog.tsx')).QrDialog)
const DeleteCardDialog = soon(
  async () => (await import('../../shell/DeleteCardDialog.tsx')).DeleteCardDialog,
)

/** The first card, the figures, and with more than one card all of them. */
export function OwnCards({ cards, level }: { cards: ListedCard[]; level: number }) {
  const [shared, setShared] = useState<ListedCard>()
  const [leaving, setLeaving] = useState<ListedCard>()
  const [first] = cards
  return (
    <>
      <div className="dashboard-top">
        {first && <FirstCard card={first} onQr={() => setShared(first)} />}
        <Tiles cards={cards} level={level} />
      </div>
      {cards.length > 1 && (
        <section className="all-cards" aria-labelledby="all-cards">
          <h2 id="all-cards">All Your Cards</h2>
          <ul>
            {cards.map((card) => (
              <CardTile
                key={card.id}
                card={card}
                canTemplate={level >= 4}
                onQr={() => setShared(card)}
                onDelete={level >= 5 ? () => setLeaving(card) : undefined}
              />
            ))}
          </ul>
        </section>
      )}
      <Suspense fallback={null}>
        {shared && (
          <QrDialog
            card={shared}
            origin={product.origin}
            shortName={product.shortName}
            onClose={() => setShared(undefined)}
          />
        )}
        {leaving && <DeleteCardDialog card={leaving} onClose={() => setLeaving(undefined)} />}
      </Suspense>
    </>
  )
}
