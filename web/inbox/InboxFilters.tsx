import type { ReactNode } from 'react'
import { inboxAssignments, inboxOrigins } from '../../schema/inbox/inbox.ts'
import { leadRatings } from '../../schema/inbox/lead.ts'
import { t, tIn } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Fields.tsx'
import type { InboxFilter } from './data.ts'
import { dayAfter, ratingNames } from './entry-text.tsx'
import { PanelButton } from './PanelButton.tsx'

type MoreFilters = Pick<InboxFilter, 'origin' | 'tag' | 'due' | 'assigned' | 'duplicates'>

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
  /** Selects the card. */
  scopes: ReactNode
  onChange: (changes: Partial<Record<keyof MoreFilters, string>>) => void
}

/** All filters except the status, behind a button with the number of those in use. */
export function InboxFilters({ filters, tags, isOwn, scopes, onChange }: FiltersProps) {
  const count = Object.values(filters).filter(Boolean).length
  return (
    <PanelButton
      text={t('Filter')}
      title={t('Filter')}
      icon="filter"
      count={count}
      foot={(id) => (
        <>
          {count > 0 && (
            <Button kind="ghost" onClick={() => onChange(noFilters)}>
              {t('Clear filters')}
            </Button>
          )}
          <Button popoverTarget={id}>{t('Close')}</Button>
        </>
      )}
    >
      {scopes}
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
    </PanelButton>
  )
}

const noFilters = {
  origin: undefined,
  tag: undefined,
  due: undefined,
  assigned: undefined,
  duplicates: undefined,
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
