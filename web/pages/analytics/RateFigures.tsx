import { type Rates, rateNames, ratesOf } from '../../../schema/rates.ts'
import { formatCounted, formatDuration, formatPercent } from '../../ui/charts/format-number.ts'
import { SmallFigure } from '../../ui/charts/Tile.tsx'
import { formatTimeSpent } from './labels.ts'
import { type ComparedReport, compareRate } from './SummaryTiles.tsx'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

/** Rates and time spent, for a `<dl className="small-figures">`. */
export function RateFigures({ report, previousName }: ComparedReport) {
  const { summary } = report
  return (
    <>
      {rates.map((rate) => (
        <SmallFigure
          key={rate}
          title={rateNames[rate]}
          definition="rates"
          value={formatPercent(ratesOf(summary)[rate])}
          change={compareRate(rate, { report, previousName })}
        />
      ))}
      <SmallFigure
        title="Average time spent"
        definition="time"
        value={formatTimeSpent(summary)}
        caption={`from ${formatCounted(summary.measured, ['measured visit', 'measured visits'])}, ${formatDuration(summary.dwellMs)} in total`}
      />
    </>
  )
}
