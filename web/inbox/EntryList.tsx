import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SubmissionStatus } from '../../schema/inbox/form.ts'
import { type Submission, sourceName } from '../../schema/inbox/inbox.ts'
import type { LeadRating } from '../../schema/inbox/lead.ts'
import { t, tIn, translated } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button, Link } from '../ui/Button.tsx'
import { formatDateTime } from '../ui/format.ts'
import { type InboxFilter, type InboxScope, useInboxPage } from './data.ts'
import { dayAfter, formatDay } from './days.ts'
import { entryTitle } from './entry-title.ts'

type ListProps = {
  scope: InboxScope
  view: InboxFilter
  open: number | undefined
  /** Entries that are not shown, because they are being deleted. */
  hidden: Submission[]
  /** The selected entries; undefined unless entries are being selected. */
  selected: Submission[] | undefined
  onSelect: (selected: Submission[]) => void
}

/** The entries of a view, in pages; Show more loads the next one. */
export function EntryList(props: ListProps) {
  return (
    <ul className="stack">
      <Page {...props} before={undefined} />
    </ul>
  )
}

// Each page has the one after it, which begins where this one ends now.
function Page({ before, ...list }: ListProps & { before: string | undefined }) {
  const { scope, view, open, hidden, selected, onSelect } = list
  const { page, error, revalidate } = useInboxPage(scope, view, before)
  const [more, setMore] = useState(false)
  if (!page)
    return (
      <li>
        {error ? (
          <ErrorPanel title={t('Error loading submissions')} error={error} onRetry={revalidate} />
        ) : (
          <InboxSkeleton />
        )}
      </li>
    )
  const { next } = page
  const entries = page.entries.filter(({ id }) => !hidden.some((one) => one.id === id))
  return (
    <>
      {!before && <ResultCount total={page.total} view={view} />}
      {selected && entries.length > 0 && (
        <li>
          <Button size="small" onClick={() => onSelect(withAll(selected, entries))}>
            {t('{count, plural, one {Select this one} other {Select these #}}', {
              count: entries.length,
            })}
          </Button>
        </li>
      )}
      {entries.map((entry) => (
        <li key={entry.id} className={selected && 'entry-choice'}>
          {selected && <Choice entry={entry} selected={selected} onSelect={onSelect} />}
          <Row entry={entry} open={open === entry.id} showsCard={typeof scope !== 'number'} />
        </li>
      ))}
      {next && more && <Page {...list} before={next} />}
      {next && !more && (
        <li>
          <Button onClick={() => setMore(true)}>{t('Show more')}</Button>
        </li>
      )}
    </>
  )
}

function withAll(selected: Submission[], entries: Submission[]): Submission[] {
  return [...new Map([...selected, ...entries].map((entry) => [entry.id, entry])).values()]
}

function Choice({
  entry,
  selected,
  onSelect,
}: {
  entry: Submission
  selected: Submission[]
  onSelect: (selected: Submission[]) => void
}) {
  const others = selected.filter(({ id }) => id !== entry.id)
  return (
    <input
      type="checkbox"
      aria-label={t('Select {name}', { name: entryTitle(entry) })}
      checked={others.length < selected.length}
      onChange={(event) => onSelect(event.target.checked ? [...others, entry] : others)}
    />
  )
}

/** Announces the number of search results, or that there are no submissions. */
function ResultCount({ total, view }: { total: number; view: InboxFilter }) {
  if (total > 0 && !view.search) return null
  const words = t('{total, plural, one {# submission found} other {# submissions found}}', {
    total,
  })
  return (
    <li className="muted">
      <span role="status">{total === 0 ? t('No submissions found') : words}</span>
    </li>
  )
}

function Row({ entry, open, showsCard }: { entry: Submission; open: boolean; showsCard: boolean }) {
  const [params] = useSearchParams()
  const { id, formData, status, timestamp, source, sharePoint, event, rating, note } = entry
  const { tags, followUpOn, assignee, cardName } = entry
  const to = new URLSearchParams(params)
  to.set('entry', String(id))
  const name = entryTitle(entry)
  const excerpt = [formData.message, formData.company, formData.email, formData.phone].find(
    (text) => text && text !== name,
  )
  return (
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
      <span className="entry-row-badges">
        {rating && <RatingBadge rating={rating} />}
        <StatusBadge status={status} />
      </span>
      {excerpt && (
        <span className="field-hint entry-row-excerpt clipped" dir="auto">
          {excerpt}
        </span>
      )}
      <span className="field-hint entry-row-meta">
        {formatDateTime(timestamp)} · {event || sharePoint || translated(sourceName(source))}
        {note && ` ${t('· Note')}`}
        {showsCard && ` · ${cardName}`}
      </span>
      {(followUpOn || assignee || tags.length > 0) && (
        <span className="entry-row-plan">
          {followUpOn && (
            <span
              className="badge"
              data-kind={followUpOn <= dayAfter(0) && status !== 'done' ? 'warn' : undefined}
            >
              {t('Follow up {day}', { day: formatDay(followUpOn) })}
            </span>
          )}
          {assignee && (
            <span className="badge" dir="auto">
              {assignee}
            </span>
          )}
          {tags.map((tag) => (
            <span key={tag} className="tag" dir="auto">
              {tag}
            </span>
          ))}
        </span>
      )}
    </Link>
  )
}

function StatusBadge({ status }: { status: SubmissionStatus }) {
  return (
    <span className="badge" data-kind={kinds[status]}>
      {statusNames[status]}
    </span>
  )
}

export function RatingBadge({ rating }: { rating: LeadRating }) {
  return (
    <span className="badge" data-kind={ratingKinds[rating]}>
      {ratingNames[rating]}
    </span>
  )
}

const ratingKinds = { hot: 'bad', warm: 'warn', cold: undefined } as const

export const ratingNames: Record<LeadRating, string> = {
  hot: t('Hot'),
  warm: t('Warm'),
  cold: t('Cold'),
}

const kinds = { new: 'new', seen: undefined, done: 'ok' } as const

export const statusNames: Record<SubmissionStatus, string> = {
  new: tIn('status of a submission', 'New'),
  seen: t('Seen'),
  done: tIn('status of a submission', 'Done'),
}

/** Skeleton of the list while the entries load. */
export function InboxSkeleton() {
  return (
    <div className="stack inbox-skeleton" role="status" aria-busy="true">
      <span className="hidden-text">{t('Loading your inbox')}</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="skeleton" />
      ))}
    </div>
  )
}
