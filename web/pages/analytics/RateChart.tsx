import type { ShownFigures } from '../../../schema/figures.ts'
import { type Rates, rateNames, ratesOf } from '../../../schema/rates.ts'
import { bucketLabel, bucketTitles } from '../../ui/charts/buckets.ts'
import { LineChart } from '../../ui/charts/LineChart.tsx'
import { percent } from '../../ui/charts/numbers.ts'
import { rateLooks } from '../../ui/charts/palette.ts'
import { peak } from '../../ui/charts/peak.ts'
import { unitNames } from './words.ts'
import { ZoneNote } from './ZoneNote.tsx'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

/** The rates over time. */
export function RateChart({ report }: { report: ShownFigures }) {
  const { series, summary, unit } = report
  const titles = bucketTitles(report)
  const lines = rates.map((rate) => ({
    name: rateNames[rate],
    look: rateLooks[rate],
    values: series.map((bucket) => ratesOf(bucket)[rate]),
  }))
  const whole = ratesOf(summary)
  return (
    <LineChart
      label={lines
        .map(({ name, values }) => peak(name, values, { titles, most: 'Highest', write: percent }))
        .join('. ')}
      columns={unitNames[unit]}
      lines={lines}
      labels={series.map(({ start }) => bucketLabel(start, unit))}
      titles={titles}
      sums={rates.map((rate) => percent(whole[rate]))}
      write={percent}
      writeTick={(value) => percent(value, 0)}
      note={report.zone.rounded && <ZoneNote zone={report.zone} />}
    />
  )
}
