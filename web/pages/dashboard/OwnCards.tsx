import { type ReactNode, Suspense, useState } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { levelNames } from '../../../schema/access.ts'
import type { ListedCard } from '../../../schema/card.ts'
import { product } from '../../product.ts'
import { lazyWithPreload, lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { FirstCard } from './FirstCard.tsx'

const AllCards = lazyWithPreload(async () => (await import('./AllCards.tsx')).AllCards)
const QrDialog = lazyWithTimedPreload(async () => (await import('../../ui/QrDialog.tsx')).QrDialog)
const DeleteCardDialog = lazyWithTimedPreload(
  async () => (await import('../../shell/DeleteCardDialog.tsx')).DeleteCardDialog,
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
      <Suspense fallback={null}>
        {cards.length > 1 && (
          <AllCards cards={cards} level={level} onQr={setShared} onDelete={setLeaving} />
        )}
      </Suspense>
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

/** The account's figures; an unknown one is a dash, never a zero. */
function Tiles({ cards, level }: { cards: ListedCard[]; level: number }) {
  return (
    <dl className="tiles">
      <Tile icon="phone-device" title="Total Cards">
        {figure(cards.length)}
      </Tile>
      <Tile icon="eye" title="Total Views">
        {figure(totalOf(cards, 'views'))}
      </Tile>
      <Tile icon="save" title="Total Saves">
        {figure(totalOf(cards, 'saves'))}
      </Tile>
      <Tile icon="sparkle" title="Account Level">
        {level}
        <small className="field-hint">{levelNames[level]}</small>
      </Tile>
    </dl>
  )
}

function Tile({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="panel tile">
      <dt>
        <Icon name={icon} size={18} />
        {title}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function figure(count: number | undefined): ReactNode {
  if (count !== undefined) return count.toLocaleString()
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-text">Unknown</span>
    </>
  )
}

type Stats = { views: number; clicks: number; saves: number } | null

/** The sum over all cards; undefined while one is unknown. */
export function totalOf(
  cards: { stats: Stats }[],
  figure: 'views' | 'clicks' | 'saves',
): number | undefined {
  let total = 0
  for (const { stats } of cards) {
    if (!stats) return undefined
    total += stats[figure]
  }
  return total
}
