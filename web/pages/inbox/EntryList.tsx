import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SubmissionStatus } from '../../../schema/form.ts'
import { type Submission, sourceName, submitterName } from '../../../schema/inbox.ts'
import { deleteEntry, type InboxFilter, useInboxPage } from '../../data/inbox.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { Link } from '../../ui/Link.tsx'
import { UndoRow } from '../../ui/UndoRow.tsx'

type ListProps = { cardId: number; view: InboxFilter; open: number | undefined; deletion: Deletion }

/** The entries of a view, with Load More for fifty more. */
export function EntryList({ cardId, view, open, deletion }: ListProps) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  return (
    <ul className="stack">
      {cursors.map((before, index) => (
        <Page
          key={before ?? 'first'}
          {...{ cardId, view, open, deletion, before }}
          onMore={
            index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined
          }
        />
      ))}
    </ul>
  )
}

function Page({
  cardId,
  view,
  before,
  open,
  deletion,
  onMore,
}: ListProps & { before: string | undefined; onMore: ((next: string) => void) | undefined }) {
  const { page, error, revalidate } = useInboxPage(cardId, view, before)
  const next = page?.next
  if (!page)
    return (
      <li>
        {error ? (
          <ErrorPanel title="Error loading submissions" error={error} onRetry={revalidate} />
        ) : (
          <InboxSkeleton />
        )}
      </li>
    )
  return (
    <>
      {!before && <ResultCount total={page.total} view={view} />}
      {page.entries.map((entry) =>
        entry.id === deletion.leaving?.id ? (
          <UndoRow
            key={entry.id}
            text={`${submitterName(entry.formData)} deleted`}
            onUndo={deletion.undo}
            onGone={deletion.finish}
          />
        ) : (
          <Row key={entry.id} entry={entry} open={open === entry.id} />
        ),
      )}
      {next && onMore && (
        <li>
          <Button onClick={() => onMore(next)}>Show more</Button>
        </li>
      )}
    </>
  )
}

/** Shows the number of search results and announces changes. */
function ResultCount({ total, view }: { total: number; view: InboxFilter }) {
  if (total > 0 && !view.search) return null
  const words = total === 1 ? '1 submission found' : `${total.toLocaleString()} submissions found`
  return (
    <li className="muted">
      <span role="status">{total === 0 ? 'No submissions found' : words}</span>
    </li>
  )
}

function Row({ entry, open }: { entry: Submission; open: boolean }) {
  const [params] = useSearchParams()
  const { id, formData, status, timestamp, source, sharePoint, note } = entry
  const to = new URLSearchParams(params)
  to.set('entry', String(id))
  const name = submitterName(formData)
  const excerpt = [formData.message, formData.company, formData.email, formData.phone].find(
    (text) => text && text !== name,
  )
  return (
    <li>
      <Link
        className="entry-row"
        to={{ search: `?${to}` }}
        replace={params.has('entry')}
        data-entry={id}
        data-status={status}
        aria-current={open ? 'true' : undefined}
      >
        <span className="entry-row-name clipped" dir="auto">
          {name}
        </span>
        <StatusBadge status={status} />
        {excerpt && (
          <span className="field-hint entry-row-excerpt clipped" dir="auto">
            {excerpt}
          </span>
        )}
        <span className="field-hint entry-row-meta">
          {formatDateTime(timestamp)} · {sourceName(source, sharePoint)}
          {note && ' · Note'}
        </span>
      </Link>
    </li>
  )
}

function StatusBadge({ status }: { status: SubmissionStatus }) {
  return (
    <span className="badge" data-kind={kinds[status]}>
      {statusNames[status]}
    </span>
  )
}

const kinds = { new: 'new', seen: undefined, done: 'ok' } as const

export const statusNames: Record<SubmissionStatus, string> = {
  new: 'New',
  seen: 'Seen',
  done: 'Done',
}

/** Skeleton of the list while the entries load. */
export function InboxSkeleton() {
  return (
    <div className="stack inbox-skeleton" role="status" aria-busy="true">
      <span className="hidden-text">Loading your inbox</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="skeleton" />
      ))}
    </div>
  )
}

type Deletion = ReturnType<typeof useUndoableDeletion>

/** Deletes an entry only once Undo has expired, another one is deleted, or the page is left. */
export function useUndoableDeletion() {
  const [leaving, setLeaving] = useState<Submission>()
  const [restored, setRestored] = useState<number>()
  const { attempt, failure } = useSubmit('Deletion failed')
  const finish = () => {
    if (!leaving) return
    setLeaving(undefined)
    void attempt(() => deleteEntry(leaving))
  }
  const finishOnLeaving = useEffectEvent(finish)
  useEffect(() => () => finishOnLeaving(), [])
  const start = (entry: Submission) => {
    finish()
    setLeaving(entry)
    setRestored(undefined)
  }
  const undo = () => {
    setRestored(leaving?.id)
    setLeaving(undefined)
  }
  return { leaving, restored, start, finish, undo, failure }
}
