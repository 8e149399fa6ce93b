import type { CardReport } from '../../../schema/card-report.ts'
import type { Range } from '../../../schema/figures.ts'
import { sourceName } from '../../../schema/inbox.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { compareCounts } from '../../ui/charts/compare-figures.ts'
import { formatCount, formatExact, formatPercent } from '../../ui/charts/format-number.ts'
import { kindStyles } from '../../ui/charts/palette.ts'
import { RadarChart } from '../../ui/charts/RadarChart.tsx'
import { radarAxes } from '../../ui/charts/radar-axes.ts'
import { SmallFigure } from '../../ui/charts/Tile.tsx'
import { BreakdownByKind } from './BreakdownByKind.tsx'
import { ExcludedEventsNote, InboxLink } from './figure-notes.tsx'
import { eventLabels, previousRangeLabels } from './labels.ts'
import { rankByName } from './link-label.ts'

type Props = { report: CardReport; range: Range }

/** Overview: radar, rates, submissions, sources and excluded events. */
export function AdvancedOverview({ report, range }: Props) {
  return (
    <div className="advanced-tab">
      <Figures report={report} range={range} />
      <div className="analytics-columns">
        <RadarChart
          title="Performance"
          axes={radarAxes(report.summary)}
          note="Counts of 10 or more fill the scale; rates run to 100%."
        />
        <BreakdownByKind report={report}>
          {(kind, total) => (
            <BarList
              title="Sources"
              definition="source"
              bars={rankByName(report.breakdowns[kind].sources, sourceName)}
              total={{ value: total, name: eventLabels[kind][1] }}
              color={kindStyles[kind].color}
              empty={`No ${eventLabels[kind][1]} in this period`}
            />
          )}
        </BreakdownByKind>
      </div>
      <ExcludedEventsNote report={report} />
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
        value={formatPercent(rates.clickThrough)}
      />
      <SmallFigure title="Save rate" definition="rates" value={formatPercent(rates.save)} />
      <SmallFigure
        title="Engagement rate"
        definition="rates"
        value={formatPercent(rates.engagement)}
      />
      <SmallFigure
        title="Submissions"
        definition="submission"
        value={formatCount(summary.submissions)}
        exact={formatExact(summary.submissions)}
        change={
          previous
            ? compareCounts(summary.submissions, previous.submissions, previousRangeLabels[range])
            : undefined
        }
        beneath={<InboxLink id={card.id} />}
      />
    </dl>
  )
}
