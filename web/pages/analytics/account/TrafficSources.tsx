import type { ShownFigures } from '../../../../schema/figures.ts'
import { ratesOf } from '../../../../schema/rates.ts'
import { BarList } from '../../../ui/charts/BarList.tsx'
import { ChartTable } from '../../../ui/charts/ChartTable.tsx'
import { DefinitionLink } from '../../../ui/charts/DefinitionLink.tsx'
import { formatExact, formatPercent } from '../../../ui/charts/format-number.ts'
import { kindStyles } from '../../../ui/charts/palette.ts'
import { rank } from '../../../ui/charts/ranking.ts'
import { Breakdowns } from '../Breakdowns.tsx'
import { eventLabels } from '../labels.ts'
import { rankByName, sourceNamer } from '../link-name.ts'
import { SharePointsTable } from '../SharePointsTable.tsx'

// Scrollable regions must be focusable for keyboard scrolling.
const reachable = { tabIndex: 0 }

/** Visits by traffic source, and their results. */
export function TrafficSources({ report }: { report: ShownFigures }) {
  return (
    <section className="panel analytics-panel account-panel-top" aria-label="Traffic Sources">
      <Breakdowns report={report}>
        {(kind, value) => (
          <div className="analytics-columns">
            <BarList
              title="Sources"
              definition="source"
              bars={rankByName(report.breakdowns[kind].sources, sourceNamer(report))}
              total={{ value, name: eventLabels[kind][1] }}
              color={kindStyles[kind].color}
              empty={`No ${eventLabels[kind][1]} in this period`}
            />
            <Outcomes report={report} />
          </div>
        )}
      </Breakdowns>
      <SharePointsTable report={report} />
    </section>
  )
}

function Outcomes({ report }: { report: ShownFigures }) {
  const { breakdowns } = report
  const nameOf = sourceNamer(report)
  const { top } = rank(breakdowns.views.sources)
  return (
    <section className="bar-list">
      <header>
        <h3>
          Results by source <DefinitionLink of="rates" />
        </h3>
      </header>
      <section className="table-scroll" aria-label="Results by source" {...reachable}>
        <ChartTable
          caption="Results by source"
          head={['Source', 'Views', 'Clicks', 'Saves', 'CTR', 'Save rate']}
          rows={top.map(({ name, value: views }) => {
            const clicks = breakdowns.clicks.sources[name] ?? 0
            const saves = breakdowns.saves.sources[name] ?? 0
            const rates = ratesOf({ views, clicks, saves })
            return {
              name: name === 'Other' ? name : nameOf(name),
              cells: [
                formatExact(views),
                formatExact(clicks),
                formatExact(saves),
                formatPercent(rates.clickThrough),
                formatPercent(rates.save),
              ],
            }
          })}
        />
      </section>
    </section>
  )
}
