import type { Figures } from '../../../../schema/figures.ts'
import { type Rates, rateNames, ratesOf } from '../../../../schema/rates.ts'
import { BarList } from '../../../ui/charts/BarList.tsx'
import { changeOfRate } from '../../../ui/charts/change.ts'
import { DefinitionLink } from '../../../ui/charts/DefinitionLink.tsx'
import { counted, duration, percent } from '../../../ui/charts/numbers.ts'
import { kindLooks } from '../../../ui/charts/palette.ts'
import { SmallFigure } from '../../../ui/charts/Tile.tsx'
import { linkName } from '../link-name.ts'
import { named } from '../named.ts'
import { RateChart } from '../RateChart.tsx'
import { Timing } from '../Timing.tsx'
import { timeSpent } from '../words.ts'

const rates = ['clickThrough', 'save', 'engagement'] satisfies (keyof Rates)[]

/** How visits go on: rates, time spent, which links are pressed, and when. */
export function AccountEngagement({ report, before }: { report: Figures; before: string }) {
  const { summary, previous, breakdowns } = report
  const now = ratesOf(summary)
  const then = previous && ratesOf(previous)
  return (
    <div className="analytics-figures">
      <dl className="panel small-figures">
        {rates.map((rate) => (
          <SmallFigure
            key={rate}
            title={rateNames[rate]}
            definition="rates"
            value={percent(now[rate])}
            change={then ? changeOfRate(now[rate], then[rate], before) : undefined}
          />
        ))}
        <SmallFigure
          title="Average time spent"
          definition="time"
          value={timeSpent(summary)}
          caption={`from ${counted(summary.measured, ['measured visit', 'measured visits'])}, ${duration(summary.dwellMs)} together`}
        />
      </dl>
      <section className="panel analytics-panel account-panel-top" aria-label="Rates">
        <RateChart report={report} />
      </section>
      <section className="panel analytics-panel account-panel-top" aria-label="Links">
        <BarList
          title={
            <>
              Links <DefinitionLink of="click" />
            </>
          }
          bars={named(breakdowns.links, (key) => linkName(key, undefined))}
          total={{ value: breakdowns.totals.clicks, name: 'clicks' }}
          color={kindLooks.clicks.color}
          empty="No clicks in this period"
          note="Buttons are numbered as they stand on their cards."
        />
      </section>
      <section className="panel analytics-panel account-panel-top" aria-label="Timing">
        <Timing report={report} />
      </section>
    </div>
  )
}
