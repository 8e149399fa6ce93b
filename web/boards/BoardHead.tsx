import type { ReactNode } from 'react'
import type { BoardReport } from '../../schema/boards/board.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { eventDays, eventState } from '../shell/event-labels.ts'
import { PageHeader } from '../shell/PageHeader.tsx'

/** Name, days and place of an event, and whether its figures are live. */
export function BoardHead({
  event,
  isStale,
  back,
  children,
}: {
  event: BoardReport['event']
  /** Whether the last refresh failed. */
  isStale: boolean
  back?: { to: string; label: string }
  children?: ReactNode
}) {
  return (
    <PageHeader
      title={event.name}
      text={
        <>
          {eventDays(event)}
          {event.place && (
            <>
              {' · '}
              <bdi>{event.place}</bdi>
            </>
          )}{' '}
          · <span role="status">{isStale ? t('Reconnecting...') : stateText(event)}</span>
        </>
      }
      back={back}
    >
      {children}
    </PageHeader>
  )
}

function stateText(event: BoardReport['event']): string {
  const state = eventState(event)
  if (state === 'live') return t('Live, refreshed every 5 seconds')
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: event.zone } as const
  const at = (time: string) => new Date(time).toLocaleString(locale, format)
  return state === 'upcoming'
    ? t('Counts from {time}', { time: at(event.startsAt) })
    : t('Ended {time}', { time: at(event.endsAt) })
}
