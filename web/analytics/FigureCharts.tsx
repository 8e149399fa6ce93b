import { type Kind, rateNames, ratesOf, type ShownFigures } from '../../schema/analytics/figures.ts'
import { keysOf } from '../../schema/pick.ts'
import { t, translated } from '../messages/t.ts'
import { bucketLabel, bucketTitles } from '../ui/charts/buckets.ts'
import { kindNames, kindStyles, rateStyles } from '../ui/charts/palette.ts'
import { LineChart, peak } from '../ui/charts/TimeCharts.tsx'
import { formatExact, formatPercent } from '../ui/format.ts'
import { PageTabs } from '../ui/Tabs.tsx'
import { ZoneNote } from './figure-notes.tsx'
import { unitNames } from './labels.ts'

/** Line charts over the range: all events, clicks alone, and rates. */
export function BasicChart({ report }: { report: ShownFigures }) {
  return (
    <section className="panel analytics-panel" aria-label={t('Chart')}>
      <PageTabs
        label={t('Chart')}
        param="chart"
        tabs={[
          {
            value: 'overview',
            title: t('Overview'),
            content: <CountChart report={report} kinds={['views', 'clicks', 'saves']} />,
          },
          {
            value: 'clicks',
            title: t('Clicks'),
            content: <CountChart report={report} kinds={['clicks']} />,
          },
          { value: 'engagement', title: t('Engagement'), content: <RateChart report={report} /> },
        ]}
      />
    </section>
  )
}

/** Counts of these kinds over time. */
export function CountChart({ report, kinds }: { report: ShownFigures; kinds: Kind[] }) {
  const { series, summary, unit } = report
  const titles = bucketTitles(report)
  const lines = kinds.map((kind) => ({
    name: kindNames[kind],
    look: kindStyles[kind],
    values: series.map((bucket) => bucket[kind]),
  }))
  return (
    <LineChart
      label={lines.map(({ name, values }) => peak(name, values, { titles })).join('. ')}
      columns={unitNames[unit]}
      lines={lines}
      labels={series.map(({ start }) => bucketLabel(start, unit))}
      titles={titles}
      sums={kinds.map((kind) => formatExact(summary[kind]))}
      write={formatExact}
      note={report.zone.rounded && <ZoneNote zone={report.zone} />}
    />
  )
}

const rates = keysOf(rateNames)

/** Rates over time. */
export function RateChart({ report }: { report: ShownFigures }) {
  const { series, summary, unit } = report
  const titles = bucketTitles(report)
  const lines = rates.map((rate) => ({
    name: translated(rateNames[rate]),
    look: rateStyles[rate],
    values: series.map((bucket) => ratesOf(bucket)[rate]),
  }))
  const whole = ratesOf(summary)
  return (
    <LineChart
      label={lines
        .map(({ name, values }) =>
          peak(name, values, { titles, most: t('Highest'), write: formatPercent }),
        )
        .join('. ')}
      columns={unitNames[unit]}
      lines={lines}
      labels={series.map(({ start }) => bucketLabel(start, unit))}
      titles={titles}
      sums={rates.map((rate) => formatPercent(whole[rate]))}
      write={formatPercent}
      writeTick={(value) => formatPercent(value, 0)}
      note={report.zone.rounded && <ZoneNote zone={report.zone} />}
    />
  )
}
