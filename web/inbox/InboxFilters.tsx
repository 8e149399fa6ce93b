import { inboxAssignments, inboxOrigins } from '../../schema/inbox/inbox.ts'
import { leadRatings } from '../../schema/inbox/lead.ts'
import { t, tIn } from '../messages/t.ts'
import { SelectField } from '../ui/Fields.tsx'
import type { InboxFilter } from './data.ts'
import { dayAfter } from './days.ts'
import { ratingNames } from './EntryList.tsx'

export type MoreFilters = Pick<InboxFilter, 'origin' | 'tag' | 'due' | 'assigned' | 'duplicates'>

type FiltersProps = {
  filters: MoreFilters
  tags: string[]
  /** Whether the viewer owns the cards: others do not see duplicates. */
  isOwn: boolean
  onChange: (changes: Partial<Record<keyof MoreFilters, string>>) => void
}

/** The filters of the URL's query. */
export function readFilters(params: URLSearchParams): MoreFilters {
  return {
    origin: inboxOrigins.find((one) => one === params.get('origin')),
    tag: params.get('tag') ?? undefined,
    due: params.has('due') ? dayAfter(0) : undefined,
    assigned: inboxAssignments.find((one) => one === params.get('assigned')),
    duplicates: params.has('duplicates') ? '1' : undefined,
  }
}

/** Filters beside the status, folded until one is used. */
export function InboxFilters({ filters, tags, isOwn, onChange }: FiltersProps) {
  const isUsed = Object.values(filters).some(Boolean)
  return (
    <details className="inbox-filters" open={isUsed || undefined}>
      <summary>{t('More filters')}</summary>
      <div className="inbox-filter-fields">
        <Filter
          label={t('People')}
          value={filters.origin}
          options={[
            ['', t('Everyone')],
            ['visitors', t('Visitors who used the form')],
            ['captured', t('People met in person')],
            ...leadRatings.map((rating) => [rating, ratingNames[rating]] as const),
          ]}
          onChange={(value) => onChange({ origin: value })}
        />
        <Filter
          label={t('Tag')}
          value={filters.tag}
          options={[
            ['', t('Any tag')],
            ...[...new Set([...tags, ...(filters.tag ? [filters.tag] : [])])].map(
              (tag) => [tag, tag] as const,
            ),
          ]}
          onChange={(value) => onChange({ tag: value })}
        />
        <Filter
          label={t('Follow-up')}
          value={filters.due && 'today'}
          options={[
            ['', t('Any time')],
            ['today', t('Due now')],
          ]}
          onChange={(value) => onChange({ due: value })}
        />
        <Filter
          label={t('Assigned to')}
          value={filters.assigned}
          options={[
            ['', tIn('submissions', 'All')],
            ['me', t('Me')],
            ['others', t('Colleagues')],
            ['nobody', t('Nobody')],
          ]}
          onChange={(value) => onChange({ assigned: value })}
        />
        {isOwn && (
          <Filter
            label={t('Duplicates')}
            value={filters.duplicates}
            options={[
              ['', tIn('submissions', 'All')],
              ['1', t('Same email or phone number')],
            ]}
            onChange={(value) => onChange({ duplicates: value })}
          />
        )}
      </div>
    </details>
  )
}

function Filter({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={options.map(([one, name]) => ({ value: one, label: name }))}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}
