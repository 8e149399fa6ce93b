import { type ReactNode, useState } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { levelNames } from '../../../schema/access.ts'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { themeName } from '../../../schema/cards/theme.ts'
import { pocketPath, viewPath } from '../../../schema/screens.ts'
import { locale } from '../../messages/language.ts'
import { t, translated } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Button, LinkButton, ViewButton } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { CopyLine, ShareButton } from '../../ui/CopyLine.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { lazyWithPreload, lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

const AllCards = lazyWithPreload(() => import('./AllCards.tsx'), 'AllCards', null)
const QrDialog = lazyWithTimedPreload(() => import('../../ui/QrDialog.tsx'), 'QrDialog')
const DeleteCardDialog = lazyWithTimedPreload(
  () => import('../../shell/DeleteCardDialog.tsx'),
  'DeleteCardDialog',
)

/** The first card, the figures, and a grid if there are several cards. */
export function OwnCards({ cards, level }: { cards: ListedCard[]; level: number }) {
  const [shared, setShared] = useState<ListedCard>()
  const [deleting, setDeleting] = useState<ListedCard>()
  const [first] = cards
  return (
    <>
      <div className="dashboard-top">
        {first && <FirstCard card={first} onQr={() => setShared(first)} />}
        <Tiles cards={cards} level={level} />
      </div>
      {cards.length > 1 && (
        <AllCards cards={cards} level={level} onQr={setShared} onDelete={setDeleting} />
      )}
      {shared && (
        <QrDialog
          card={shared}
          origin={product.origin}
          shortName={product.shortName}
          onClose={() => setShared(undefined)}
        />
      )}
      {deleting && <DeleteCardDialog card={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/** The oldest card, large: preview, link and actions. */
function FirstCard({ card, onQr }: { card: ListedCard; onQr: () => void }) {
  const role = [card.title, card.company].filter(Boolean).join(', ')
  const link = product.origin + viewPath(card.slug)
  const meaning =
    card.successor && card.state === 'moved'
      ? t('Moved: visitors are sent to {viewPath}', { viewPath: viewPath(card.successor.slug) })
      : stateMeaning[card.state]
  return (
    <section className="panel first-card" aria-labelledby="first-card">
      <h2 id="first-card">{t('Your Digital Business Card')}</h2>
      <CardThumb card={card} className="first-card-thumb" />
      <div className="first-card-facts">
        <div>
          <h3>
            {card.name ?? card.slug} {card.state !== 'live' && <StateBadge state={card.state} />}
          </h3>
          {role && <p>{role}</p>}
        </div>
        <div className="first-card-actions">
          <LinkButton to={`/editor/${card.id}`} kind="primary" icon="edit">
            {t('Edit Card')}
          </LinkButton>
          <ShareButton title={card.name ?? card.slug} link={link} />
          <Button onClick={onQr} icon="qr">
            {t('QR Code')}
          </Button>
        </div>
        <dl>
          <dt>{t('Theme')}</dt>
          <dd>{translated(themeName(card.theme))}</dd>
          <dt>{t('Updated')}</dt>
          <dd>{formatDateTime(card.updatedAt)}</dd>
          {meaning && (
            <>
              <dt>{t('State')}</dt>
              <dd>{meaning}</dd>
            </>
          )}
        </dl>
        <div className="first-card-more">
          <CopyLine link={link} />
          <ViewButton href={viewPath(card.slug)} />
          <LinkButton to={pocketPath(card.id)} icon="phone-device">
            {t('Pocket mode')}
          </LinkButton>
          <LinkButton to={`/share/${card.id}`} icon="share">
            {t('Share points')}
          </LinkButton>
          <LinkButton to={`/inbox/${card.id}`} icon="inbox">
            {t('Inbox')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** What visitors see instead of a card that is not live. */
const stateMeaning = {
  live: undefined,
  draft: t('Draft: only you and administrators can see it'),
  paused: t('Paused: visitors see your name and a short note'),
  // Unless another public card takes its place.
  moved: t('Moved: visitors see that the card is no longer in use'),
  left: t('Left: visitors see that the card is no longer in use'),
} as const

/** The account's figures. An unknown figure is a dash, not a zero. */
function Tiles({ cards, level }: { cards: ListedCard[]; level: number }) {
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

/** Returns the sum over all cards; undefined if one card's figure is unknown. */
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
