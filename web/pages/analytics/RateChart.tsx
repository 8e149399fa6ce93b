import type { ShownFigures } from '../../../schema/figures.ts'
import { type Rates, rateNames, ratesOf } from '../../../schema/rates.ts'
import { describePeak } from '../../ui/charts/describe-peak.ts'
import { formatBucketLabel, formatBucketTitles } from '../../ui/charts/format-buckets.ts'
import { formatPercent } from '../../ui/charts/format-number.ts'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { rateStyles } from '../../ui/charts/palette.ts'
import { ZoneNote } from './figure-notes.tsx'
import { unitLabels } from './labels.ts'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

/** Rates over time. */
export function RateChart({ report }: { report: ShownFigures }) {
  const { series, summary, unit } = report
  const titles = formatBucketTitles(report)
  const lines = rates.map((rate) => ({
    name: rateNames[rate],
    style: rateStyles[rate],
    values: series.map((bucket) => ratesOf(bucket)[rate]),
  }))
  const summaryRates = ratesOf(summary)
  return (
    <LineChart
      label={lines
        .map(({ name, values }) =>
          describePeak(name, values, { titles, most: 'Highest', format: formatPercent }),
        )
        .join('. ')}
      columns={unitLabels[unit]}
      lines={lines}
      labels={series.map(({ start }) => formatBucketLabel(start, unit))}
      titles={titles}
      sums={rates.map((rate) => formatPercent(summaryRates[rate]))}
      write={formatPercent}
      writeTick={(value) => formatPercent(value, 0)}
      note={report.zone.rounded && <ZoneNote zone={report.zone} />}
    />
  )
}
