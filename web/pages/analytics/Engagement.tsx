import type { CardReport } from '../../../schema/card-report.ts'
import type { Range } from '../../../schema/figures.ts'
import { type Rates, rateNames, ratesOf } from '../../../schema/rates.ts'
import { useCard } from '../../data/cards.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { changeOfRate } from '../../ui/charts/change.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { counted, duration, percent } from '../../ui/charts/numbers.ts'
import { kindLooks } from '../../ui/charts/palette.ts'
import { SmallFigure } from '../../ui/charts/Tile.tsx'
import { linkName } from './link-name.ts'
import { named } from './named.ts'
import { RateChart } from './RateChart.tsx'
import { timeSpent, windowBefore } from './words.ts'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

/** How visits go on: rates, time spent, and which links are pressed. */
export function Engagement({ report, range }: { report: CardReport; range: Range }) {
  const { summary, previous, breakdowns } = report
  const { card } = useCard(report.card.id)
  const now = ratesOf(summary)
  const then = previous && previous.views > 0 && ratesOf(previous)
  return (
    <div className="advanced-tab">
      <dl className="small-figures small-figures-plain">
        {rates.map((rate) => (
          <SmallFigure
            key={rate}
            title={rateNames[rate]}
            definition="rates"
            value={percent(now[rate])}
            change={then ? changeOfRate(now[rate], then[rate], windowBefore[range]) : undefined}
          />
        ))}
        <SmallFigure
          title="Average time spent"
          definition="time"
          value={timeSpent(summary)}
          caption={`from ${counted(summary.measured, ['measured visit', 'measured visits'])}, ${duration(summary.dwellMs)} together`}
        />
      </dl>
      <RateChart report={report} />
      <BarList
        title={
          <>
            Top links <DefinitionLink of="click" />
          </>
        }
        bars={named(breakdowns.links, (key) => linkName(key, card))}
        total={{ value: breakdowns.totals.clicks, name: 'clicks' }}
        color={kindLooks.clicks.color}
        empty="No clicks in this period"
        note={`${period(breakdowns.from, breakdowns.until)}, counted by UTC days.`}
      />
    </div>
  )
}
