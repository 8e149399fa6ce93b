import type { Kind, ShownFigures } from '../../../schema/figures.ts'
import { bucketLabel, bucketTitles } from '../../ui/charts/buckets.ts'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { exact } from '../../ui/charts/numbers.ts'
import { kindLooks, kindNames } from '../../ui/charts/palette.ts'
import { peak } from '../../ui/charts/peak.ts'
import { PageTabs } from '../../ui/Tabs.tsx'
import { RateChart } from './RateChart.tsx'
import { unitNames } from './words.ts'
import { ZoneNote } from './ZoneNote.tsx'

/** The range as lines: what happened, the clicks alone, and the rates. */
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
  const titles = bucketTitles(report)
  const lines = kinds.map((kind) => ({
    name: kindNames[kind],
    look: kindLooks[kind],
    values: series.map((bucket) => bucket[kind]),
  }))
  return (
    <LineChart
      label={lines.map(({ name, values }) => peak(name, values, { titles })).join('. ')}
      columns={unitNames[unit]}
      lines={lines}
      labels={series.map(({ start }) => bucketLabel(start, unit))}
      titles={titles}
      sums={kinds.map((kind) => exact(summary[kind]))}
      write={exact}
      note={report.zone.rounded && <ZoneNote zone={report.zone} />}
    />
  )
}
