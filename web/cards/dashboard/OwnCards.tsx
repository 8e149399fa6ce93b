import { useState } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { product } from '../../product.ts'
import { lazyWithPreload, lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { FirstCard } from './FirstCard.tsx'
import { Tiles } from './Tiles.tsx'

const AllCards = lazyWithPreload(() => import('./AllCards.tsx'), 'AllCards', null)
const QrDialog = lazyWithTimedPreload(() => import('../../ui/QrDialog.tsx'), 'QrDialog')
const DeleteCardDialog = lazyWithTimedPreload(
  () => import('../../shell/DeleteCardDialog.tsx'),
  'DeleteCardDialog',
)

/** The first card, the figures, and a grid if there are several cards. */
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
        <AllCards cards={cards} level={level} onQr={setShared} onDelete={setLeaving} />
      )}
      {shared && (
        <QrDialog
          card={shared}
          origin={product.origin}
          shortName={product.shortName}
          onClose={() => setShared(undefined)}
        />
      )}
      {leaving && <DeleteCardDialog card={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
