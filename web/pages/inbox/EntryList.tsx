import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Entry, entryName, sourceName } from '../../../schema/inbox.ts'
import { sentence } from '../../api.ts'
import { type InboxView, useInboxPage } from '../../data/inbox.ts'
import { Button } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/dates.ts'
import { Link } from '../../ui/Link.tsx'
import { ErrorPanel } from '../../ui/Notes.tsx'
import { UndoRow } from '../../ui/UndoRow.tsx'
import { InboxSkeleton } from './InboxSkeleton.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import type { Deletion } from './useDeletion.ts'

type ListProps = { cardId: number; view: InboxView; open: number | undefined; deletion: Deletion }

/** The entries a view shows, fifty more with each press. */
export function EntryList({ cardId, view, open, deletion }: ListProps) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  return (
    <ul className="entries">
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
  const { page, error, again } = useInboxPage(cardId, view, before)
  const next = page?.next
  if (!page)
    return (
      <li>
        {error ? (
          <ErrorPanel
            title="Error loading entries"
            message={sentence(error, 'Something went wrong. Please try again.')}
            onRetry={() => void again()}
          />
        ) : (
          <InboxSkeleton />
        )}
      </li>
    )
  return (
    <>
      {!before && <Found total={page.total} view={view} />}
      {page.entries.map((entry) =>
        entry.id === deletion.leaving?.id ? (
          <UndoRow
            key={entry.id}
            text={`${entryName(entry.formData)} deleted`}
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

/** Says what a search found; the count is read out when it changes. */
function Found({ total, view }: { total: number; view: InboxView }) {
  if (total > 0 && !view.search) return null
  const words = total === 1 ? '1 entry found' : `${total.toLocaleString()} entries found`
  return (
    <li className="entries-found" role="status">
      {total === 0 ? 'No entries found' : words}
    </li>
  )
}

function Row({ entry, open }: { entry: Entry; open: boolean }) {
  const [params] = useSearchParams()
  const { id, formData, status, timestamp, source, note } = entry
  const to = new URLSearchParams(params)
  to.set('entry', String(id))
  const name = entryName(formData)
  const said = [formData.message, formData.company, formData.email, formData.phone].find(
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
        {said && (
          <span className="entry-row-said clipped" dir="auto">
            {said}
          </span>
        )}
        <span className="entry-row-met">
          {dateAndTime(timestamp)} · {sourceName(source)}
          {note && ' · Note'}
        </span>
      </Link>
    </li>
  )
}
