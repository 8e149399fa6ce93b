import { useState } from 'react'
import type { AccountReport } from '../../../schema/analytics/account-report.ts'
import { timeframes } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { UserSearch } from '../../shell/UserSearch.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import type { AccountReportFilter } from '../account-data.ts'
import type { ExportFormat } from '../export/export-source.ts'
import { SharePointField } from '../SharePointFilter.tsx'
import { cardNamer, timeframeNames } from './labels.ts'
import type { useAccountView } from './useAccountView.ts'

type Props = {
  canChooseOwner: boolean
  report: AccountReport
  choice: ReturnType<typeof useAccountView>
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
}

/** Filters by time, card, share point and owner, and the export format. */
export function AccountChoices({ canChooseOwner, report, choice, format, onFormat }: Props) {
  const { view, setTime, setCard, setSharePoint, setOwner } = choice
  return (
    <div className="advanced-choices">
      <SelectField
        label={t('Timeframe')}
        value={view.timeframe}
        options={timeframes.map((value) => ({ value, label: timeframeNames[value] }))}
        onChange={setTime}
      />
      <SelectField
        label={t('Card')}
        value={view.card === undefined ? 'all' : String(view.card)}
        options={[{ value: 'all', label: t('All cards') }, ...report.cards.map(cardOption)]}
        onChange={(card) => setCard(card === 'all' ? undefined : Number(card))}
      />
      <SharePointField
        report={report}
        code={view.sharePoint}
        onChange={setSharePoint}
        cardName={report.cards.length > 1 ? cardNamer(report) : undefined}
      />
      <SelectField
        label={t('Export format')}
        value={format}
        options={[
          { value: 'csv', label: t('CSV') },
          { value: 'pdf', label: t('PDF') },
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
  onChange: (whose: number | 'everybody' | undefined) => void
}

/** Selects own cards, everyone's, or those of a user found by search. */
function OwnerField({ view, owner, onChange }: OwnerFieldProps) {
  const [looking, setLooking] = useState(false)
  const chosen = whoseOf(view)
  const options = [
    { value: 'mine', label: t('My cards') },
    { value: 'everybody', label: t('All users') },
    ...(chosen === 'user' ? [{ value: 'user', label: owner ?? t('A user') }] : []),
    { value: 'look', label: chosen === 'user' ? t('Another user…') : t('A user…') },
  ]
  const choose = (value: string) => {
    setLooking(value === 'look')
    if (value === 'mine') onChange(undefined)
    if (value === 'everybody') onChange('everybody')
  }
  return (
    <>
      <SelectField
        label={t('Owner')}
        value={looking ? 'look' : chosen}
        options={options}
        onChange={choose}
      />
      {looking && (
        <UserSearch
          onChoose={(id) => {
            setLooking(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}

function whoseOf({ user, everybody }: AccountReportFilter): string {
  if (everybody) return 'everybody'
  return user === undefined ? 'mine' : 'user'
}
