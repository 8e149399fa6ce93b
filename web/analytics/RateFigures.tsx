import { type Rates, rateNames, ratesOf } from '../../schema/analytics/figures.ts'
import { t, translated } from '../messages/t.ts'
import { SmallFigure } from '../ui/charts/Tile.tsx'
import { formatDuration, formatPercent } from '../ui/format.ts'
import { measuredVisits, timeSpent } from './labels.ts'
import { type Compared, changeIn } from './Tiles.tsx'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

/** Rates and time spent, for a `<dl className="small-figures">`. */
export function RateFigures({ report, before }: Compared) {
  const { summary } = report
  return (
    <>
      {rates.map((rate) => (
        <SmallFigure
          key={rate}
          title={translated(rateNames[rate])}
          definition="rates"
          value={formatPercent(ratesOf(summary)[rate])}
          change={changeIn(rate, { report, before })}
        />
      ))}
      <SmallFigure
        title={t('Average time spent')}
        definition="time"
        value={timeSpent(summary)}
        caption={t('from {counted}, {duration} in total', {
          counted: measuredVisits(summary.measured),
          duration: formatDuration(summary.dwellMs),
        })}
      />
    </>
  )
}
