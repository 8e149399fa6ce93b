import type { ListedOccasion } from '../../../schema/occasion.ts'
import { eventPath } from '../../../schema/screens.ts'
import type { SharePoint } from '../../../schema/share-point.ts'
import { changeEventPoints, useEvents } from '../../data/events.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { eventDays } from '../../shell/event-labels.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

/** Adds a share point to one of the user's events. */
export function AddToEventDialog({ point, onClose }: { point: SharePoint; onClose: () => void }) {
  const { events, error, revalidate } = useEvents()
  const { attempt, busy, failure } = useSubmit('Failed to add share point')
  const add = (event: ListedOccasion) =>
    void attempt(async () => {
      await changeEventPoints(event.id, { add: [point.id] })
      toast('Added to the event', `${point.label} counts at ${event.name}.`)
      onClose()
    })
  const current = events?.filter(({ archived }) => !archived)
  return (
    <Dialog title="Add to event" onClose={onClose} width="narrow">
      <div className="dialog-body">
        <FailureNote title="Failed to add share point" message={failure} />
        {!events && error && (
          <ErrorPanel title="Error loading events" error={error} onRetry={revalidate} />
        )}
        {!events && !error && (
          <div className="skeleton skeleton-row" role="status" aria-label="Loading" aria-busy />
        )}
        {current?.length === 0 && (
          <>
            <p>You have no events yet. An event counts share points of many cards together.</p>
            <LinkButton to="/events">Create an event</LinkButton>
          </>
        )}
        <ul className="stack" data-gap="3">
          {current?.map((event) => (
            <li key={event.id} className="event-choice">
              <div>
                <Link to={eventPath(event.id)}>
                  <bdi>{event.name}</bdi>
                </Link>
                <p className="field-hint">{eventDays(event)}</p>
              </div>
              <Button size="small" aria-disabled={busy || undefined} onClick={() => add(event)}>
                Add<span className="hidden-text"> to {event.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
