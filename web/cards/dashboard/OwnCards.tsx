import { type ReactNode, Suspense, useState } from 'react'
import { levelNames } from '../../../schema/access.ts'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { viewPath } from '../../../schema/screens.ts'
import type { User } from '../../../schema/users/user.ts'
import { locale } from '../../messages/language.ts'
import { withMessages } from '../../messages/load.ts'
import { t, translated } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Button, LinkButton, ViewButton } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { lazyWithPreload, lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import {
  DaysPlaceholder,
  MessagesPlaceholder,
  useExpectedMessages,
  useExpectedStep,
} from './placeholders.tsx'

const NextSteps = lazyWithPreload(
  () => withMessages('home', () => import('../home/NextSteps.tsx')),
  'NextSteps',
)
const LatestMessages = lazyWithPreload(
  () => withMessages('home', () => import('../home/LatestMessages.tsx')),
  'LatestMessages',
)
const LastDays = lazyWithPreload(
  () => withMessages('home', () => import('../home/LastDays.tsx')),
  'LastDays',
)
const AllCards = lazyWithPreload(() => import('./AllCards.tsx'), 'AllCards')
const QrDialog = lazyWithTimedPreload(() => import('../../ui/QrDialog.tsx'), 'QrDialog')
const DeleteCardDialog = lazyWithTimedPreload(
  () => import('../../shell/DeleteCardDialog.tsx'),
  'DeleteCardDialog',
)

type Props = {
  user: User
  cards: ListedCard[]
  /** The oldest one. */
  first: ListedCard
  /** Stands at the end of the page. */
  tail: ReactNode
}

/** The user's home: the first card, the latest messages, 30 days, all cards if there are several, and the totals. */
export function OwnCards({ user, cards, first, tail }: Props) {
  const [shared, setShared] = useState<ListedCard>()
  const [deleting, setDeleting] = useState<ListedCard>()
  const isOnly = cards.length === 1
  const { isKnown, expectsStep } = useExpectedStep(user)
  const nextSteps = <NextSteps user={user} cards={cards} card={first} />
  const analytics = isOnly ? `/analytics/${first.id}` : '/advanced-analytics'
  const inbox = isOnly ? `/inbox/${first.id}` : '/inbox/all'
  const expected = useExpectedMessages(user.id, cards)
  return (
    <>
      {isKnown ? (
        <Suspense fallback={expectsStep && <div className="skeleton notice-skeleton" />}>
          {nextSteps}
        </Suspense>
      ) : (
        nextSteps
      )}
      <div className="home">
        <FirstCard card={first} onQr={() => setShared(first)} />
        <Suspense fallback={<MessagesPlaceholder inbox={inbox} expected={expected} />}>
          <LatestMessages
            userId={user.id}
            inbox={inbox}
            expected={expected}
            onShare={() => setShared(first)}
          />
        </Suspense>
        <Suspense fallback={<DaysPlaceholder analytics={analytics} />}>
          <LastDays analytics={analytics} />
        </Suspense>
      </div>
      <Suspense>
        {!isOnly && (
          <AllCards
            cards={cards}
            level={user.accessLevel}
            onQr={setShared}
            onDelete={setDeleting}
          />
        )}
        <Tiles cards={cards} level={user.accessLevel} />
        {tail}
      </Suspense>
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

/** The oldest card with what one needs at the door: its code, the editor, and the page. */
function FirstCard({ card, onQr }: { card: ListedCard; onQr: () => void }) {
  const meaning =
    card.successor && card.state === 'moved'
      ? t('Moved: visitors are sent to {viewPath}', { viewPath: viewPath(card.successor.slug) })
      : stateMeaning[card.state]
  return (
    <section className="hero" aria-labelledby="first-card">
      <h2 id="first-card">{t('Your Digital Business Card')}</h2>
      <div className="pass">
        {/* The picture shows it. */}
        <h3 className="hidden-text">{card.name ?? card.slug}</h3>
        <CardThumb card={card} className="pass-thumb" />
        {meaning && <p className="pass-state">{meaning}</p>}
        <div className="pass-actions">
          <Button kind="primary" onClick={onQr} icon="qr">
            {t('QR Code')}
          </Button>
          <LinkButton to={`/editor/${card.id}`} icon="edit">
            {t('Edit Card')}
          </LinkButton>
          <ViewButton href={viewPath(card.slug)} />
        </div>
      </div>
    </section>
  )
}

/** What visitors see instead of a card that is not live. */
const stateMeaning = {
  live: undefined,
  draft: t('Draft: only you and admins can see it'),
  paused: t('Paused: visitors see your name and a short note'),
  // Unless another public card takes its place.
  moved: t('Moved: visitors see that the card is no longer in use'),
  left: t('Left: visitors see that the card is no longer in use'),
} as const

/** The account's figures. An unknown figure is a dash, not a zero. */
function Tiles({ cards, level }: { cards: ListedCard[]; level: number }) {
  return (
    <dl className="panel tiles">
      <Tile title={t('Total Cards')}>{figure(cards.length)}</Tile>
      <Tile title={t('Total Views')}>{figure(totalOf(cards, 'views'))}</Tile>
      <Tile title={t('Total Saves')}>{figure(totalOf(cards, 'saves'))}</Tile>
      <Tile title={t('Account Level')}>
        {level}
        <small>{translated(levelNames[level])}</small>
      </Tile>
    </dl>
  )
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
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
