import {
  type Rates,
  rateNames,
  ratesOf,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { t, translated } from '../messages/t.ts'
import { bucketLabel, bucketTitles } from '../ui/charts/buckets.ts'
import { rateStyles } from '../ui/charts/palette.ts'
import { LineChart, peak } from '../ui/charts/TimeCharts.tsx'
import { formatPercent } from '../ui/format.ts'
import { ZoneNote } from './figure-notes.tsx'
import { unitNames } from './labels.ts'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

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
