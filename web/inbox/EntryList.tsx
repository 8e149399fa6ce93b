import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SubmissionStatus } from '../../schema/inbox/form.ts'
import {
  inboxAssignments,
  inboxOrigins,
  type Submission,
  sourceName,
} from '../../schema/inbox/inbox.ts'
import { leadRatings } from '../../schema/inbox/lead.ts'
import { t, tIn, translated } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button, Link } from '../ui/Button.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { formatDateTime } from '../ui/format.ts'
import { type InboxFilter, type InboxScope, useInboxPage } from './data.ts'
import {
  dayAfter,
  entryTitle,
  formatDay,
  RatingBadge,
  ratingNames,
  statusNames,
} from './entry-text.tsx'

type MoreFilters = Pick<InboxFilter, 'origin' | 'tag' | 'due' | 'assigned' | 'duplicates'>

type ListProps = {
  scope: InboxScope
  view: InboxFilter
  open: number | undefined
  /** Entries that are hidden while they are being deleted. */
  hidden: Submission[]
  /** The selected entries; undefined outside of selection mode. */
  selected: Submission[] | undefined
  onSelect: (selected: Submission[]) => void
}

/** The entries of a view, page by page: Show more loads the next page. */
export function EntryList(props: ListProps) {
  return (
    <ul className="stack">
      <Page {...props} before={undefined} />
    </ul>
  )
}

// Each page renders the next one, which begins after its last entry.
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

/** Announces the number of search results, or that nothing was found. */
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
        {showsCard && ` · ${entry.cardName}`}
      </span>
      <RowPlan entry={entry} />
    </Link>
  )
}

/** Follow-up, assignee and tags of an entry. Renders nothing if it has none. */
function RowPlan({ entry: { status, followUpOn, assignee, tags } }: { entry: Submission }) {
  if (!followUpOn && !assignee && tags.length === 0) return null
  const isDue = followUpOn !== null && followUpOn <= dayAfter(0) && status !== 'done'
  return (
    <span className="entry-row-plan">
      {followUpOn && (
        <span className="badge" data-kind={isDue ? 'warn' : undefined}>
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

function StatusBadge({ status }: { status: SubmissionStatus }) {
  return (
    <span className="badge" data-kind={kinds[status]}>
      {statusNames[status]}
    </span>
  )
}

const kinds = { new: 'new', seen: undefined, done: 'ok' } as const

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

/** Returns the filters in the URL's query. */
export function readFilters(params: URLSearchParams): MoreFilters {
  return {
    origin: inboxOrigins.find((one) => one === params.get('origin')),
    tag: params.get('tag') ?? undefined,
    due: params.has('due') ? dayAfter(0) : undefined,
    assigned: inboxAssignments.find((one) => one === params.get('assigned')),
    duplicates: params.has('duplicates') ? '1' : undefined,
  }
}

type FiltersProps = {
  filters: MoreFilters
  tags: string[]
  /** Whether the viewer owns the cards. Only owners see duplicates. */
  isOwn: boolean
  onChange: (changes: Partial<Record<keyof MoreFilters, string>>) => void
}

/** All filters except the status; collapsed unless one is set. */
export function InboxFilters({ filters, tags, isOwn, onChange }: FiltersProps) {
  const isUsed = Object.values(filters).some(Boolean)
  return (
    <details className="inbox-filters" open={isUsed || undefined}>
      <summary>{t('More filters')}</summary>
      <div className="inbox-filter-fields">
        <Filter
          label={t('People')}
          value={filters.origin}
          options={peopleOptions}
          onChange={(value) => onChange({ origin: value })}
        />
        <Filter
          label={t('Tag')}
          value={filters.tag}
          options={tagOptions(tags, filters.tag)}
          onChange={(value) => onChange({ tag: value })}
        />
        <Filter
          label={t('Follow-up')}
          value={filters.due && 'today'}
          options={dueOptions}
          onChange={(value) => onChange({ due: value })}
        />
        <Filter
          label={t('Assigned to')}
          value={filters.assigned}
          options={assignedOptions}
          onChange={(value) => onChange({ assigned: value })}
        />
        {isOwn && (
          <Filter
            label={t('Duplicates')}
            value={filters.duplicates}
            options={duplicateOptions}
            onChange={(value) => onChange({ duplicates: value })}
          />
        )}
      </div>
    </details>
  )
}

type Options = readonly (readonly [value: string, label: string])[]

const peopleOptions: Options = [
  ['', t('Everyone')],
  ['visitors', t('Visitors who used the form')],
  ['captured', t('People met in person')],
  ...leadRatings.map((rating) => [rating, ratingNames[rating]] as const),
]

/** All tags, and the selected one even if no entry has it any more. */
function tagOptions(tags: string[], selected: string | undefined): Options {
  const all = new Set(selected ? [...tags, selected] : tags)
  return [['', t('Any tag')], ...[...all].map((tag) => [tag, tag] as const)]
}

const dueOptions: Options = [
  ['', t('Any time')],
  ['today', t('Due now')],
]

const assignedOptions: Options = [
  ['', tIn('submissions', 'All')],
  ['me', t('Me')],
  ['others', t('Colleagues')],
  ['nobody', t('Nobody')],
]

const duplicateOptions: Options = [
  ['', tIn('submissions', 'All')],
  ['1', t('Same email or phone number')],
]

type FilterProps = {
  label: string
  value: string | undefined
  options: Options
  onChange: (value: string | undefined) => void
}

function Filter({ label, value, options, onChange }: FilterProps) {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={options.map(([one, name]) => ({ value: one, label: name }))}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}
