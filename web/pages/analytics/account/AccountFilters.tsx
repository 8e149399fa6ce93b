import { useState } from 'react'
import type { AccountReport } from '../../../../schema/account-report.ts'
import { timeframes } from '../../../../schema/figures.ts'
import type { AccountReportFilter } from '../../../data/account-analytics.ts'
import { UserSearch } from '../../../shell/UserSearch.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import type { ExportFormat } from '../export/export-source.ts'
import { timeframeLabels } from './labels.ts'
import type { useAccountFilter } from './useAccountFilter.ts'

type Props = {
  canChooseOwner: boolean
  report: AccountReport
  filter: ReturnType<typeof useAccountFilter>
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
}

/** Filters by time, card and owner, and the export format. */
export function AccountFilters({ canChooseOwner, report, filter, format, onFormat }: Props) {
  const { view, setTimeframe, setCard, setOwner } = filter
  return (
    <div className="advanced-choices">
      <SelectField
        label="Timeframe"
        value={view.timeframe}
        options={timeframes.map((value) => ({ value, label: timeframeLabels[value] }))}
        onChange={setTimeframe}
      />
      <SelectField
        label="Card"
        value={view.card === undefined ? 'all' : String(view.card)}
        options={[{ value: 'all', label: 'All cards' }, ...report.cards.map(cardOption)]}
        onChange={(card) => setCard(card === 'all' ? undefined : Number(card))}
      />
      <SelectField
        label="Export format"
        value={format}
        options={[
          { value: 'csv', label: 'CSV' },
          { value: 'pdf', label: 'PDF' },
        ]}
        onChange={onFormat}
      />
      {canChooseOwner && <OwnerField view={view} owner={report.owner} onChange={setOwner} />}
    </div>
  )
}

function cardOption({ id, name, slug }: AccountReport['cards'][number]) {
  return { value: String(id), label: name ? `${name} (${slug})` : slug }
}

type OwnerFieldProps = {
  view: AccountReportFilter
  /** The selected owner. */
  owner: string | null
  onChange: (owner: number | 'everybody' | undefined) => void
}

/** Selects own cards, everyone's, or those of a user found by search. */
function OwnerField({ view, owner, onChange }: OwnerFieldProps) {
  const [searching, setSearching] = useState(false)
  const chosen = ownerOption(view)
  const options = [
    { value: 'mine', label: 'My cards' },
    { value: 'everybody', label: 'All users' },
    ...(chosen === 'user' ? [{ value: 'user', label: owner ?? 'A user' }] : []),
    { value: 'look', label: chosen === 'user' ? 'Another user…' : 'A user…' },
  ]
  const choose = (value: string) => {
    setSearching(value === 'look')
    if (value === 'mine') onChange(undefined)
    if (value === 'everybody') onChange('everybody')
  }
  return (
    <>
      <SelectField
        label="Owner"
        value={searching ? 'look' : chosen}
        options={options}
        onChange={choose}
      />
      {searching && (
        <UserSearch
          onChoose={(id) => {
            setSearching(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}

function ownerOption({ user, everybody }: AccountReportFilter): string {
  if (everybody) return 'everybody'
  return user === undefined ? 'mine' : 'user'
}
