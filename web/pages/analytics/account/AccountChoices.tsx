import type { AccountReport } from '../../../../schema/account-report.ts'
import { timeframes } from '../../../../schema/figures.ts'
import { SelectField } from '../../../ui/SelectField.tsx'
import type { ExportFormat } from '../export/source.ts'
import type { useAccountView } from './useAccountView.ts'
import { WhoseField } from './WhoseField.tsx'
import { timeframeNames } from './words.ts'

type Props = {
  mayChooseWhose: boolean
  report: AccountReport
  choice: ReturnType<typeof useAccountView>
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
}

/** Over which time, which cards, whose; and as what it is taken away. */
export function AccountChoices({ mayChooseWhose, report, choice, format, onFormat }: Props) {
  const { view, showTime, showCard, showWhose } = choice
  return (
    <div className="advanced-choices">
      <SelectField
        label="Timeframe"
        value={view.timeframe}
        options={timeframes.map((value) => ({ value, label: timeframeNames[value] }))}
        onChange={showTime}
      />
      <SelectField
        label="Card"
        value={view.card === undefined ? 'all' : String(view.card)}
        options={[{ value: 'all', label: 'All cards' }, ...report.cards.map(cardOption)]}
        onChange={(card) => showCard(card === 'all' ? undefined : Number(card))}
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
      {mayChooseWhose && <WhoseField view={view} owner={report.owner} onChange={showWhose} />}
    </div>
  )
}

function cardOption({ id, name, slug }: AccountReport['cards'][number]) {
  return { value: String(id), label: name ? `${name} (${slug})` : slug }
}
