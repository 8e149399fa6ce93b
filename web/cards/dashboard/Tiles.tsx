import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { levelNames } from '../../../schema/access.ts'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { locale } from '../../messages/language.ts'
import { t, translated } from '../../messages/t.ts'

/** The account's figures; an unknown one is a dash, never a zero. */
export function Tiles({ cards, level }: { cards: ListedCard[]; level: number }) {
  return (
    <dl className="tiles">
      <Tile icon="phone-device" title={t('Total Cards')}>
        {figure(cards.length)}
      </Tile>
      <Tile icon="eye" title={t('Total Views')}>
        {figure(totalOf(cards, 'views'))}
      </Tile>
      <Tile icon="save" title={t('Total Saves')}>
        {figure(totalOf(cards, 'saves'))}
      </Tile>
      <Tile icon="sparkle" title={t('Account Level')}>
        {level}
        <small className="field-hint">{translated(levelNames[level])}</small>
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
  if (count !== undefined) return count.toLocaleString(locale)
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-text">{t('Unknown')}</span>
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
