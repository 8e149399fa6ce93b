import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { BoardReport } from '../../schema/boards/board.ts'
import { captureLink } from '../../schema/screens.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { LoadingPanel } from '../shell/ErrorPanel.tsx'
import { eventDays } from '../shell/event-labels.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { EmptyState, FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { parseId } from '../ui/useSearchParam.ts'
import { BoardHead, BoardView } from './BoardView.tsx'
import { changeEvent, changeEventPoints, deleteEvent, useBoard } from './data.ts'
import { useScanSamples } from './scan-rate.ts'

const EventDialog = lazyWithPreload(() => import('./EventDialog.tsx'), 'EventDialog', null)
const AddPointsDialog = lazyWithPreload(
  () => import('./AddPointsDialog.tsx'),
  'AddPointsDialog',
  null,
)
const ShareBoardDialog = lazyWithPreload(
  () => import('./ShareBoardDialog.tsx'),
  'ShareBoardDialog',
  null,
)

const back = { to: '/events', label: t('Back to events') }

/** The live board of an event, for its owner. */
export function EventPage() {
  const id = parseId(useParams().id)
  const { board, readAt, error, revalidate } = useBoard(id)
  const samples = useScanSamples(board?.totals.views, readAt)
  if (!id) return <Navigate to="/events" replace />
  return (
    <div className="page board">
      {board ? (
        <OwnBoard key={id} board={board} samples={samples} isStale={error !== undefined} />
      ) : (
        <>
          <PageHeader title={t('Event')} back={back} />
          <NotLoaded error={error} onRetry={revalidate} />
        </>
      )}
    </div>
  )
}

type OpenDialog = 'edit' | 'add' | 'share' | 'delete'
type BoardProps = {
  board: BoardReport
  samples: ReturnType<typeof useScanSamples>
  isStale: boolean
}

function OwnBoard({ board, samples, isStale }: BoardProps) {
  const { event } = board
  const [open, setOpen] = useState<OpenDialog>()
  const { attempt, busy, failure } = useSubmit(t('Failed to change event'))
  const close = () => setOpen(undefined)
  const archive = () =>
    void attempt(async () => {
      await changeEvent(event.id, { archived: !event.archived })
      toast(event.archived ? t('Event restored') : t('Event archived'))
    })
  const remove = ({ id, label }: BoardReport['points'][number]) =>
    void attempt(async () => {
      await changeEventPoints(event.id, { remove: [id] })
      toast(t('Share point removed'), t('{label} is no longer counted here.', { label }))
    })
  return (
    <>
      <BoardHead event={event} isStale={isStale} back={back}>
        <Button kind="primary" aria-haspopup="dialog" onClick={() => setOpen('add')} icon="plus">
          {t('Add share points')}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setOpen('share')} icon="share">
          {t('Share')}
        </Button>
        {!event.archived && (
          <a className="button" data-kind="secondary" href={captureLink({ event: event.id })}>
            <Icon name="badge" size={18} />
            {t('Booth mode')}
          </a>
        )}
      </BoardHead>
      <FailureNote title={t('Failed to change event')} message={failure} />
      {board.points.length + board.hidden === 0 ? (
        <EmptyState
          icon="badge"
          title={t('No share points yet')}
          text={t(
            'Add the share points of the badges, booths and tags at this event. The board counts their scans, clicks, saves and submissions on the days of the event.',
          )}
        />
      ) : (
        <BoardView board={board} samples={samples} onRemove={remove} />
      )}
      <EventActions event={event} busy={busy} onOpen={setOpen} onArchive={archive} />
      {open === 'edit' && <EventDialog event={event} onClose={close} />}
      {open === 'add' && <AddPointsDialog eventId={event.id} onClose={close} />}
      {open === 'share' && <ShareBoardDialog event={event} onClose={close} />}
      {open === 'delete' && <DeleteEventDialog event={event} onClose={close} />}
    </>
  )
}

type ActionsProps = {
  event: BoardReport['event']
  busy: boolean
  onOpen: (dialog: OpenDialog) => void
  onArchive: () => void
}

function EventActions({ event, busy, onOpen, onArchive }: ActionsProps) {
  return (
    <div className="actions">
      <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('edit')}>
        <Icon name="edit" size={16} />
        {t('Edit event')}
      </Button>
      <Button size="small" busy={busy && t('Saving...')} onClick={onArchive}>
        {event.archived ? t('Restore event') : t('Archive event')}
      </Button>
      <Button kind="danger-text" size="small" onClick={() => onOpen('delete')}>
        <Icon name="trash" size={16} />
        {t('Delete event')}
      </Button>
    </div>
  )
}

type DeleteProps = { event: BoardReport['event']; onClose: () => void }

function DeleteEventDialog({ event, onClose }: DeleteProps) {
  const navigate = useNavigate()
  const { attempt, busy, failure } = useSubmit(t('Deletion failed'))
  const confirm = () =>
    void attempt(async () => {
      await deleteEvent(event.id)
      toast(t('Event deleted'), t('Share points keep their figures.'))
      void navigate('/events', { replace: true })
    })
  return (
    <ConfirmDialog
      title={t('Delete this event?')}
      text={t(
        'The board of {name} ({eventDays}) and its links are deleted for good. Share points and what they brought remain.',
        { name: event.name, eventDays: eventDays(event) },
      )}
      action={t('Delete event')}
      busy={busy && t('Deleting...')}
      error={<FailureNote title={t('Deletion failed')} message={failure} />}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (error instanceof RequestError && (error.status === 403 || error.status === 404))
    return (
      <EmptyState icon="lock" title={t('Event not found')} text={error.serverMessage}>
        <LinkButton to="/events">{t('Go to events')}</LinkButton>
      </EmptyState>
    )
  return <LoadingPanel title={t('Error loading event')} error={error} onRetry={onRetry} />
}
