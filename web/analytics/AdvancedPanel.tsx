import { useState } from 'react'
import type { CardReport } from '../../schema/analytics/card-report.ts'
import { type Range, ranges } from '../../schema/analytics/figures.ts'
import { errorMessage } from '../api.ts'
import { t } from '../messages/t.ts'
import { period } from '../ui/charts/buckets.ts'
import { SelectField } from '../ui/Fields.tsx'
import { Note } from '../ui/Notes.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { AdvancedOverview } from './AdvancedOverview.tsx'
import { Devices, Engagement, Geographic } from './AdvancedTabs.tsx'
import { CardExport } from './CardExport.tsx'
import { useCardReport } from './data.ts'
import type { ExportFormat } from './export/export-source.ts'
import { rangeNames } from './labels.ts'
import { useSharePointParam } from './SharePointFilter.tsx'
import { Timing } from './Timing.tsx'

/** Five tabs that share one date range, separate from that of the page. */
export function AdvancedPanel({ card }: { card: CardReport['card'] }) {
  const [chosen, choose] = useSearchParam('over')
  const range = ranges.find((one) => one === chosen) ?? 'daily'
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [sharePoint] = useSharePointParam()
  const { report, error, changing } = useCardReport(card.id, { range, sharePoint })
  return (
    <div className="stack advanced-panel" data-gap="4">
      <div className="advanced-choices">
        <SelectField
          label={t('Time range')}
          value={range}
          options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
          onChange={choose}
        />
        <SelectField
          label={t('Export format')}
          value={format}
          options={[
            { value: 'csv', label: t('CSV') },
            { value: 'pdf', label: t('PDF') },
          ]}
          onChange={setFormat}
        />
        {report && (
          <CardExport {...{ report, range, format }} section="all">
            {t('Export All Data')}
          </CardExport>
        )}
      </div>
      {error !== undefined && !changing && (
        <Note kind="bad" title={t('Error')}>
          {errorMessage(error, t('Failed to load analytics data. Please try again.'))}
        </Note>
      )}
      {!report && !error && <div className="skeleton skeleton-chart" />}
      {report && (error === undefined || changing) && (
        <div aria-busy={changing}>
          {report.window && (
            <p className="chart-note">{period(report.window.from, report.window.until)}</p>
          )}
          <PageTabs
            label={t('Advanced Analytics')}
            param="advanced"
            tabs={tabsOf({ report, range, format })}
          />
        </div>
      )}
    </div>
  )
}

type Given = { report: CardReport; range: Range; format: ExportFormat }

function tabsOf(given: Given) {
  const { report, range } = given
  const contents = {
    overview: <AdvancedOverview report={report} range={range} />,
    engagement: <Engagement report={report} range={range} />,
    timing: <Timing report={report} />,
    devices: <Devices report={report} />,
    geographic: <Geographic report={report} />,
  }
  return tabNames.map(([value, title]) => ({
    value,
    title,
    content: (
      <>
        <div className="export-row">
          <CardExport {...given} section={value} size="small">
            {t('Export {title}', { title })}
          </CardExport>
          {value === 'overview' && (
            <CardExport {...given} section="submissions" size="small">
              {t('Export Submissions')}
            </CardExport>
          )}
        </div>
        {contents[value]}
      </>
    ),
  }))
}

const tabNames = [
  ['overview', t('Overview')],
  ['engagement', t('Engagement')],
  ['timing', t('Timing')],
  ['devices', t('Devices')],
  ['geographic', t('Geographic')],
] as const
