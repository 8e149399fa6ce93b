import { kinds, type ShownFigures } from '../../../schema/figures.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { period } from '../../ui/charts/buckets.ts'
import { ChartTable } from '../../ui/charts/ChartTable.tsx'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { formatExact, formatPercent } from '../../ui/charts/format-number.ts'
import { kindNames } from '../../ui/charts/palette.ts'

/** What each share point brought; nothing if there are none. */
export function SharePointsTable({ report: { breakdowns } }: { report: ShownFigures }) {
  const { from, until, sharePoints } = breakdowns
  if (sharePoints.length === 0) return null
  return (
    <section className="bar-list">
      <header>
        <h3>
          Share points <DefinitionLink of="source" />
        </h3>
      </header>
      {/* Scrollable regions must be focusable for keyboard scrolling. */}
      <section className="table-scroll" aria-label="Share points" {...{ tabIndex: 0 }}>
        <ChartTable
          caption="Share points"
          head={['Share point', ...kinds.map((kind) => kindNames[kind]), 'Save rate']}
          rows={sharePoints.map((point) => ({
            name: point.label,
            id: Number.parseInt(point.code, 36),
            cells: [
              ...kinds.map((kind) => formatExact(point[kind])),
              formatPercent(ratesOf(point).save),
            ],
          }))}
        />
      </section>
      <p className="chart-note">{period(from, until)}, counted daily (UTC).</p>
    </section>
  )
}
