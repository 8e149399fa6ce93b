import type { Kind, ShownFigures } from '../../../schema/figures.ts'
import { describePeak } from '../../ui/charts/describe-peak.ts'
import { formatBucketLabel, formatBucketTitles } from '../../ui/charts/format-buckets.ts'
import { formatExact } from '../../ui/charts/format-number.ts'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { kindNames, kindStyles } from '../../ui/charts/palette.ts'
import { PageTabs } from '../../ui/Tabs.tsx'
import { ZoneNote } from './figure-notes.tsx'
import { unitLabels } from './labels.ts'
import { RateChart } from './RateChart.tsx'

/** Line charts over the range: all events, clicks alone, and rates. */
export function BasicChart({ report }: { report: ShownFigures }) {
  return (
    <section className="panel analytics-panel" aria-label="Chart">
      <PageTabs
        label="Chart"
        param="chart"
        tabs={[
          {
            value: 'overview',
            title: 'Overview',
            content: <CountChart report={report} kinds={['views', 'clicks', 'saves']} />,
          },
          {
            value: 'clicks',
            title: 'Clicks',
            content: <CountChart report={report} kinds={['clicks']} />,
          },
          { value: 'engagement', title: 'Engagement', content: <RateChart report={report} /> },
        ]}
      />
    </section>
  )
}

export function CountChart({ report, kinds }: { report: ShownFigures; kinds: Kind[] }) {
  const { series, summary, unit } = report
  const titles = formatBucketTitles(report)
  const lines = kinds.map((kind) => ({
    name: kindNames[kind],
    style: kindStyles[kind],
    values: series.map((bucket) => bucket[kind]),
  }))
  return (
    <LineChart
      label={lines.map(({ name, values }) => describePeak(name, values, { titles })).join('. ')}
      columns={unitLabels[unit]}
      lines={lines}
      labels={series.map(({ start }) => formatBucketLabel(start, unit))}
      titles={titles}
      sums={kinds.map((kind) => formatExact(summary[kind]))}
      write={formatExact}
      note={report.zone.rounded && <ZoneNote zone={report.zone} />}
    />
  )
}
