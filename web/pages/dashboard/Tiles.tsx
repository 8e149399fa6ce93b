import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/Icon.tsx'
import { levelNames } from '../../../schema/access.ts'
import type { ListedCard } from '../../../schema/card.ts'
import { totalOf } from './totals.ts'

/** The account's figures; one that is not known is a dash, never a zero. */
export function Tiles({ cards, level }: { cards: ListedCard[]; level: number }) {
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
        <small>{levelNames[level]}</small>
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
      <span className="hidden-text">Not known</span>
    </>
  )
}
