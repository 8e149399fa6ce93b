import type { CardReport } from '../../../schema/card-report.ts'
import type { Range } from '../../../schema/figures.ts'
import { useCard } from '../../data/cards.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { kindLooks } from '../../ui/charts/palette.ts'
import { linkName } from './link-name.ts'
import { named } from './named.ts'
import { RateChart } from './RateChart.tsx'
import { RateFigures } from './RateFigures.tsx'
import { windowBefore } from './words.ts'

/** How visits go on: rates, time spent, and which links are pressed. */
export function Engagement({ report, range }: { report: CardReport; range: Range }) {
  const { breakdowns } = report
  const { card } = useCard(report.card.id)
  return (
    <div className="advanced-tab">
      <dl className="small-figures small-figures-plain">
        <RateFigures report={report} before={windowBefore[range]} />
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
