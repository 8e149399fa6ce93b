import type { ReactNode } from 'react'
import type { Board } from '../../../schema/occasion.ts'
import { eventDays, eventState } from '../../shell/event-labels.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'

/** Name, days and place of an event, and whether its figures are live. */
export function BoardHead({
  event,
  isStale,
  back,
  children,
}: {
  event: Board['event']
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
          · <span role="status">{isStale ? 'Reconnecting...' : stateText(event)}</span>
        </>
      }
      back={back}
    >
      {children}
    </PageHeader>
  )
}

function stateText(event: Board['event']): string {
  const state = eventState(event)
  if (state === 'live') return 'Live, refreshed every 5 seconds'
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: event.zone } as const
  const at = (time: string) => new Date(time).toLocaleString(undefined, format)
  return state === 'upcoming' ? `Counts from ${at(event.startsAt)}` : `Ended ${at(event.endsAt)}`
}
