import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button, Link } from '../ui/Button.tsx'
import { formatDateTime } from '../ui/format.ts'
import { type InboxFilter, type InboxScope, useInboxPage } from './data.ts'
import {
  dayAfter,
  entryTitle,
  formatDay,
  formatShortTime,
  originOf,
  RatingBadge,
  statusNames,
} from './entry-text.tsx'
import { useLongPress } from './useLongPress.ts'

/** Called with the entries of a page of the list once it has loaded, and without them when it goes. */
export type ReportPage = (page: string, entries?: Submission[]) => void

type ListProps = {
  scope: InboxScope
  view: InboxFilter
  open: number | undefined
  /** Entries that are hidden while they are being deleted. */
  hidden: Submission[]
  /** The selected entries; undefined if none. */
  selected: Submission[] | undefined
  onSelect: (selected: Submission[]) => void
  onShown: ReportPage
}

/** The entries of a view, page by page: Show more loads the next page. */
export function EntryList(props: ListProps) {
  return (
    <ul className="entry-list" data-selecting={props.selected ? '' : undefined}>
      <Page {...props} before={undefined} />
    </ul>
  )
}

// Each page renders the next one, which begins after its last entry.
function Page({ before, ...list }: ListProps & { before: string | undefined }) {
  const { scope, view, open, hidden, selected, onSelect, onShown } = list
  const { page, error, revalidate } = useInboxPage(scope, view, before)
  const [more, setMore] = useState(false)
  useReported(before, page?.entries, onShown)
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
      {entries.map((entry) => (
        <Item
          key={entry.id}
          {...{ entry, selected, onSelect }}
          open={open === entry.id}
          showsCard={typeof scope !== 'number'}
        />
      ))}
      {next && more && <Page {...list} before={next} />}
      {next && !more && (
        <li className="entry-list-end">
          <Button onClick={() => setMore(true)}>{t('Show more')}</Button>
        </li>
      )}
    </>
  )
}

function useReported(page = '', entries: Submission[] | undefined, onShown: ReportPage): void {
  const report = useEffectEvent(onShown)
  useEffect(() => {
    if (entries) report(page, entries)
  }, [page, entries])
  useEffect(() => () => report(page), [page])
}

/** Announces the number of search results, or that nothing was found. */
function ResultCount({ total, view }: { total: number; view: InboxFilter }) {
  if (total > 0 && !view.search) return null
  const words = t('{total, plural, one {# submission found} other {# submissions found}}', {
    total,
  })
  return (
    <li className="muted entry-list-end">
      <span role="status">{total === 0 ? t('No submissions found') : words}</span>
    </li>
  )
}

type ItemProps = {
  entry: Submission
  open: boolean
  showsCard: boolean
  selected: Submission[] | undefined
  onSelect: (selected: Submission[]) => void
}

/**
 * An entry and the checkbox that selects it, which appears on hover and focus. A long press selects it, too; while entries
 * are selected, so does a tap.
 */
function Item({ entry, open, showsCard, selected = [], onSelect }: ItemProps) {
  const [params] = useSearchParams()
  const others = selected.filter(({ id }) => id !== entry.id)
  const isSelected = others.length < selected.length
  const toggle = () => onSelect(isSelected ? others : [...others, entry])
  const press = useLongPress(toggle)
  const to = new URLSearchParams(params)
  to.set('entry', String(entry.id))
  return (
    <li className="entry-item">
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name: entryTitle(entry) })}
        checked={isSelected}
        onChange={toggle}
      />
      <Link
        className="entry-row"
        to={{ search: `?${to}` }}
        replace={params.has('entry')}
        draggable={false}
        data-entry={entry.id}
        data-status={entry.status}
        data-selected={isSelected || undefined}
        aria-current={open ? 'true' : undefined}
        {...press}
        onClick={(event) => {
          press.onClick(event)
          if (event.defaultPrevented || selected.length === 0) return
          if (!matchMedia('(hover: none)').matches) return
          event.preventDefault()
          toggle()
        }}
      >
        <Row entry={entry} showsCard={showsCard} />
      </Link>
    </li>
  )
}

function Row({ entry, showsCard }: { entry: Submission; showsCard: boolean }) {
  const { formData, status, timestamp, note, cardName } = entry
  const name = entryTitle(entry)
  const excerpt = [formData.message, formData.company, formData.email, formData.phone].find(
    (text) => text && text !== name,
  )
  const isDue = isFollowUpDue(entry)
  const facts = [
    originOf(entry),
    entry.followUpOn && !isDue && t('Follow up {day}', { day: formatDay(entry.followUpOn) }),
    note && t('Note'),
    status === 'done' && statusNames.done,
    showsCard && cardName,
  ]
  return (
    <>
      <span className="entry-row-name clipped" dir="auto">
        {name}
      </span>
      {status === 'new' && <span className="hidden-text">{statusNames.new}</span>}
      <time dateTime={timestamp} title={formatDateTime(timestamp)}>
        {formatShortTime(timestamp)}
      </time>
      {excerpt && (
        <span className="entry-row-excerpt" dir="auto">
          {excerpt}
        </span>
      )}
      <span className="entry-row-meta">{facts.filter(Boolean).join(' · ')}</span>
      <RowBadges entry={entry} isDue={isDue} />
    </>
  )
}

function isFollowUpDue({ followUpOn, status }: Submission): boolean {
  return followUpOn !== null && followUpOn <= dayAfter(0) && status !== 'done'
}

/** Rating, follow-up that is due, assignee and tags of an entry. Renders nothing if it has none. */
function RowBadges({ entry, isDue }: { entry: Submission; isDue: boolean }) {
  const { rating, followUpOn, assignee, tags } = entry
  if (!rating && !isDue && !assignee && tags.length === 0) return null
  return (
    <span className="entry-row-badges">
      {rating && <RatingBadge rating={rating} />}
      {followUpOn && isDue && (
        <span className="badge" data-kind="warn">
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
  )
}

/** Skeleton of the list while the entries load. */
export function InboxSkeleton() {
  return (
    <div className="inbox-skeleton" role="status" aria-busy="true">
      <span className="hidden-text">{t('Loading your inbox')}</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row}>
          <div className="skeleton" />
        </div>
      ))}
    </div>
  )
}
