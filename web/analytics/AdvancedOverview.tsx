import type { CardReport } from '../../schema/analytics/card-report.ts'
import { type Range, ratesOf } from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { BarList } from '../ui/charts/Parts.tsx'
import { kindStyles } from '../ui/charts/palette.ts'
import { RadarChart, radarMarks } from '../ui/charts/RadarChart.tsx'
import { changeOf, SmallFigure } from '../ui/charts/Tile.tsx'
import { formatCount, formatExact, formatPercent } from '../ui/format.ts'
import { Breakdowns } from './Breakdowns.tsx'
import { ExcludedEventsNote, InboxLink } from './figure-notes.tsx'
import { eventLabels, noEvents, previousRangeNames } from './labels.ts'
import { rankByName, sourceNamer } from './link-name.ts'
import { SharePointsTable } from './SharePointsTable.tsx'

type Props = { report: CardReport; range: Range }

/** Overview: rates, submissions, sources, share points, radar and excluded events. */
export function AdvancedOverview({ report, range }: Props) {
  return (
    <div className="advanced-tab">
      <Figures report={report} range={range} />
      <Breakdowns report={report}>
        {(kind, total) => (
          <BarList
            title={t('Sources')}
            definition="source"
            bars={rankByName(report.breakdowns[kind].sources, sourceNamer(report))}
            total={{ value: total, name: eventLabels[kind] }}
            color={kindStyles[kind].color}
            empty={noEvents[kind]}
          />
        )}
      </Breakdowns>
      <SharePointsTable report={report} before={previousRangeNames[range]} />
      <RadarChart
        title={t('Performance')}
        marks={radarMarks(report.summary)}
        note={t('Counts of 10 or more fill the scale; rates run to 100%.')}
      />
      <ExcludedEventsNote report={report} />
    </div>
  )
}

function Figures({ report: { card, summary, previous }, range }: Props) {
  const rates = ratesOf(summary)
  return (
    <dl className="small-figures small-figures-plain">
      <SmallFigure
        title={t('Click-through rate')}
        definition="rates"
        value={formatPercent(rates.clickThrough)}
      />
      <SmallFigure title={t('Save rate')} definition="rates" value={formatPercent(rates.save)} />
      <SmallFigure
        title={t('Engagement rate')}
        definition="rates"
        value={formatPercent(rates.engagement)}
      />
      <SmallFigure
        title={t('Submissions')}
        definition="submission"
        value={formatCount(summary.submissions)}
        exact={formatExact(summary.submissions)}
        change={
          previous
            ? changeOf(summary.submissions, previous.submissions, previousRangeNames[range])
            : undefined
        }
        beneath={<InboxLink id={card.id} />}
      />
    </dl>
  )
}
