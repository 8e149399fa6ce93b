import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListedBoard } from '../../schema/boards/board.ts'
import { eventPath } from '../../schema/screens.ts'
import { t, tIn } from '../messages/t.ts'
import { LoadingPanel } from '../shell/ErrorPanel.tsx'
import { eventDays, eventState } from '../shell/event-labels.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button, Link } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { EmptyState } from '../ui/Notes.tsx'
import { useEvents } from './data.ts'

const EventDialog = lazyWithPreload(() => import('./EventDialog.tsx'), 'EventDialog', null)

/** The user's events, such as trade shows, whose share points are counted together. */
export function EventsPage() {
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  return (
    <div className="page">
      <PageHeader
        title={t('Events')}
        text={t(
          'Count the share points of many cards together, on the days of a trade show or meeting.',
        )}
      >
        <Button kind="primary" aria-haspopup="dialog" onClick={() => setCreating(true)} icon="plus">
          {t('New event')}
        </Button>
      </PageHeader>
      <Events />
      {creating && (
        <EventDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate(eventPath(id))}
        />
      )}
    </div>
  )
}

function Events() {
  const { events, error, revalidate } = useEvents()
  if (!events)
    return <LoadingPanel title={t('Error loading events')} error={error} onRetry={revalidate} />
  if (events.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title={t('No events yet')}
        text={t(
          'Create an event, add the share points your team gives out there, and follow scans, saved contacts and form submissions live.',
        )}
      />
    )
  const [current, archived] = [false, true].map((is) => events.filter((one) => one.archived === is))
  return (
    <>
      {current?.length ? <EventList events={current} /> : <p>{t('All events are archived.')}</p>}
      {archived && archived.length > 0 && (
        <details className="share-archived">
          <summary>{t('Archived ({count})', { count: archived.length })}</summary>
          <EventList events={archived} />
        </details>
      )}
    </>
  )
}

function EventList({ events }: { events: ListedBoard[] }) {
  return (
    <ul className="stack" data-gap="3">
      {events.map((event) => (
        <li key={event.id} className="panel event-row">
          <div>
            <h2 dir="auto">
              <Link to={eventPath(event.id)}>{event.name}</Link>
            </h2>
            <p className="muted">
              {eventDays(event)}
              {event.place && (
                <>
                  {' · '}
                  <bdi>{event.place}</bdi>
                </>
              )}
            </p>
          </div>
          <p className="muted">
            {t('{count, plural, one {# share point} other {# share points}}', {
              count: event.sharePoints,
            })}
          </p>
          <EventStateBadge event={event} />
        </li>
      ))}
    </ul>
  )
}

const stateNames = {
  upcoming: t('Upcoming'),
  live: tIn('state of an event', 'Live'),
  over: t('Ended'),
}

function EventStateBadge({ event }: { event: ListedBoard }) {
  const state = eventState(event)
  return (
    <span className="event-state" data-state={state}>
      {stateNames[state]}
    </span>
  )
}
