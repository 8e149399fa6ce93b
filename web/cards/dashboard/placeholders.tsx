/** The panels of the dashboard with room for what is still loading, so that nothing moves when it comes. */
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import {
  readLocalStorage,
  useLocalStorage,
  writeLocalStorage,
} from '../../shell/useLocalStorage.ts'
import { Link } from '../../ui/Button.tsx'

/** The panel of the latest messages. */
export function MessagesPanel({
  inbox,
  badge,
  children,
}: {
  inbox: string
  /** Beside the heading. */
  badge?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="panel latest" aria-labelledby="latest">
      <header>
        <h2 id="latest">{t('Latest messages')}</h2>
        {badge}
        <MoreLink to={inbox}>{t('Inbox')}</MoreLink>
      </header>
      {children}
    </section>
  )
}

/** The panel of the views of the last 30 days. */
export function DaysPanel({ analytics, children }: { analytics: string; children: ReactNode }) {
  return (
    <section className="panel days" aria-labelledby="days">
      <header>
        <h2 id="days">{t('Last 30 days')}</h2>
        <MoreLink to={analytics}>{t('Analytics')}</MoreLink>
      </header>
      {children}
    </section>
  )
}

function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="more-link" to={to}>
      {children}
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}

/** Rows of messages that are loading. */
export function MessageRows({ count }: { count: number }) {
  if (count === 0) return <div className="no-messages" aria-busy="true" role="status" />
  return (
    <ul aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal
        <li key={index} className="message">
          <div className="message-skeleton">
            <div className="skeleton" />
            <div className="skeleton" />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The line of views while it is loading. */
export function DaysSkeleton() {
  return (
    <div className="days-line" aria-busy="true" role="status">
      <p>
        <b className="skeleton skeleton-figure" />
      </p>
      <div className="skeleton days-drawing" />
    </div>
  )
}

/** The latest messages while their script or the cards are loading. */
export function MessagesPlaceholder({ inbox, expected }: { inbox: string; expected: number }) {
  return (
    <MessagesPanel inbox={inbox}>
      <MessageRows count={expected} />
    </MessagesPanel>
  )
}

export function DaysPlaceholder({ analytics }: { analytics: string }) {
  return (
    <DaysPanel analytics={analytics}>
      <DaysSkeleton />
    </DaysPanel>
  )
}

const countKey = (userId: number) => `latestMessages:${userId}`
const shownMessages = 5

/** The number of messages to leave room for: that of the last time on this device, or a guess. */
export function useExpectedMessages(userId: number, cards: ListedCard[] = []): number {
  const [last] = useLocalStorage(countKey(userId))
  const isUnseen = cards.every(({ stats }) => stats?.views === 0)
  return Math.min(Number(last ?? (isUnseen ? 0 : shownMessages)), shownMessages)
}

/** Remembers how many messages there are, once that is known. */
export function useMessageCount(userId: number, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) writeLocalStorage(countKey(userId), String(count))
  }, [userId, count])
}

const stepKey = (userId: number) => `nextStep:${userId}`

/** Whether to leave room for the next step: if there was one the last time on this device, which `isKnown`, or else a guess. */
export function useExpectedStep({ id, emailVerified, mustChangePassword }: User) {
  const [last] = useState(() => readLocalStorage(stepKey(id)))
  const isKnown = last !== null
  return {
    isKnown,
    expectsStep: isKnown ? last === 'shown' : !emailVerified && !mustChangePassword,
  }
}

/** Remembers whether there is a next step. */
export function useStepShown(userId: number, isShown: boolean): void {
  useEffect(() => writeLocalStorage(stepKey(userId), isShown ? 'shown' : 'none'), [userId, isShown])
}
