import type { CardReport } from '../../../schema/card-report.ts'
import type { Range } from '../../../schema/figures.ts'
import { sourceName } from '../../../schema/inbox.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { changeOf } from '../../ui/charts/change.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { count, exact, percent } from '../../ui/charts/numbers.ts'
import { kindLooks } from '../../ui/charts/palette.ts'
import { RadarChart } from '../../ui/charts/RadarChart.tsx'
import { radarMarks } from '../../ui/charts/radar-marks.ts'
import { SmallFigure } from '../../ui/charts/Tile.tsx'
import { Breakdowns } from './Breakdowns.tsx'
import { InboxLink } from './InboxLink.tsx'
import { LeftOut } from './LeftOut.tsx'
import { named } from './named.ts'
import { eventWords, windowBefore } from './words.ts'

type Props = { report: CardReport; range: Range }

/** Everything at a glance: radar, rates, submissions, sources, and what was left out. */
export function AdvancedOverview({ report, range }: Props) {
  return (
    <div className="advanced-tab">
      <Figures report={report} range={range} />
      <div className="analytics-columns">
        <RadarChart
          title="Performance"
          marks={radarMarks(report.summary)}
          note="Counts reach the rim at themselves, or at 10 while they are smaller; rates at 100%."
        />
        <Breakdowns report={report}>
          {(kind, total) => (
            <BarList
              title={
                <>
                  Sources <DefinitionLink of="source" />
                </>
              }
              bars={named(report.breakdowns[kind].sources, sourceName)}
              total={{ value: total, name: eventWords[kind][1] }}
              color={kindLooks[kind].color}
              empty={`No ${eventWords[kind][1]} in this period`}
            />
          )}
        </Breakdowns>
      </div>
      <LeftOut report={report} />
    </div>
  )
}

function Figures({ report: { card, summary, previous }, range }: Props) {
  const rates = ratesOf(summary)
  return (
    <dl className="small-figures small-figures-plain">
      <SmallFigure
        title="Click-through rate"
        definition="rates"
        value={percent(rates.clickThrough)}
      />
      <SmallFigure title="Save rate" definition="rates" value={percent(rates.save)} />
      <SmallFigure title="Engagement rate" definition="rates" value={percent(rates.engagement)} />
      <SmallFigure
        title="Submissions"
        definition="submission"
        value={count(summary.submissions)}
        exact={exact(summary.submissions)}
        change={
          previous
            ? changeOf(summary.submissions, previous.submissions, windowBefore[range])
            : undefined
        }
        beneath={<InboxLink id={card.id} />}
      />
    </dl>
  )
}
