import { useState } from 'react'
import type { CardReport } from '../../../schema/card-report.ts'
import { type Range, ranges } from '../../../schema/figures.ts'
import { sentence } from '../../api.ts'
import { useCardReport } from '../../data/analytics.ts'
import { period } from '../../ui/charts/buckets.ts'
import { Note } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { PageTabs } from '../../ui/Tabs.tsx'
import { useTab } from '../../ui/useTab.ts'
import { AdvancedOverview } from './AdvancedOverview.tsx'
import { Devices } from './Devices.tsx'
import { Engagement } from './Engagement.tsx'
import { Geographic } from './Geographic.tsx'
import { Timing } from './Timing.tsx'
import { rangeNames } from './words.ts'

/** Five tabs over a range of their own. */
export function AdvancedPanel({ card }: { card: CardReport['card'] }) {
  const [chosen, choose] = useTab('over')
  const range = ranges.find((one) => one === chosen) ?? 'daily'
  const [format, setFormat] = useState<'csv' | 'pdf'>('csv')
  const { report, error, changing } = useCardReport(card.id, range)
  return (
    <div className="advanced-panel">
      <div className="advanced-choices">
        <SelectField
          label="Time range"
          value={range}
          options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
          onChange={choose}
        />
        <SelectField
          label="Export format"
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'pdf', label: 'PDF' },
          ]}
          onChange={setFormat}
        />
      </div>
      {!report && error !== undefined && (
        <Note kind="bad" title="Error">
          {sentence(error, 'Failed to load analytics data. Please try again.')}
        </Note>
      )}
      {!report && !error && <div className="skeleton skeleton-chart" />}
      {report && (
        <div aria-busy={changing}>
          {report.window && (
            <p className="chart-note">{period(report.window.from, report.window.until)}</p>
          )}
          <PageTabs label="Advanced Analytics" param="advanced" tabs={tabsOf(report, range)} />
        </div>
      )}
    </div>
  )
}

function tabsOf(report: CardReport, range: Range) {
  return [
    {
      value: 'overview',
      title: 'Overview',
      content: <AdvancedOverview report={report} range={range} />,
    },
    {
      value: 'engagement',
      title: 'Engagement',
      content: <Engagement report={report} range={range} />,
    },
    { value: 'timing', title: 'Timing', content: <Timing report={report} /> },
    { value: 'devices', title: 'Devices', content: <Devices report={report} /> },
    { value: 'geographic', title: 'Geographic', content: <Geographic report={report} /> },
  ]
}
