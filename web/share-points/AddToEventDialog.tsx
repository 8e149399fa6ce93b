import type { ListedBoard } from '../../schema/boards/board.ts'
import { eventPath } from '../../schema/screens.ts'
import type { SharePoint } from '../../schema/share-points/share-point.ts'
import { changeEventPoints, useEvents } from '../boards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { LoadingPanel } from '../shell/ErrorPanel.tsx'
import { eventDays } from '../shell/event-labels.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, Link, LinkButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'

/** Adds a share point to one of the user's events. */
export function AddToEventDialog({ point, onClose }: { point: SharePoint; onClose: () => void }) {
  const { events, error, revalidate } = useEvents()
  const { attempt, busy, failure } = useSubmit(t('Failed to add share point'))
  const add = (event: ListedBoard) =>
    void attempt(async () => {
      await changeEventPoints(event.id, { add: [point.id] })
      toast(
        t('Added to the event'),
        t('{label} counts at {name}.', { label: point.label, name: event.name }),
      )
      onClose()
    })
  const current = events?.filter(({ archived }) => !archived)
  return (
    <Dialog title={t('Add to event')} onClose={onClose} width="narrow">
      <div className="dialog-body">
        <FailureNote title={t('Failed to add share point')} message={failure} />
        {!events && (
          <LoadingPanel title={t('Error loading events')} error={error} onRetry={revalidate} />
        )}
        {current?.length === 0 && (
          <>
            <p>
              {t('You have no events yet. An event counts share points of many cards together.')}
            </p>
            <LinkButton to="/events">{t('Create an event')}</LinkButton>
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
                <Trans id="Add<span> to {name}</span>" values={{ name: event.name }} />
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
