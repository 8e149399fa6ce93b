import type { Figures, ShownFigures } from '../../../../schema/figures.ts'
import { BarList } from '../../../ui/charts/BarList.tsx'
import { placeName } from '../../../ui/charts/country-names.ts'
import { formatExact } from '../../../ui/charts/format-number.ts'
import { kindStyles } from '../../../ui/charts/palette.ts'
import { rank } from '../../../ui/charts/ranking.ts'
import { SplitBar } from '../../../ui/charts/SplitBar.tsx'
import { WorldMap } from '../../../ui/charts/WorldMap.tsx'
import { Breakdowns } from '../Breakdowns.tsx'
import { eventLabels } from '../labels.ts'

const shown = 10

/** Visitors by country, region, city and device, as far as known. */
export function Demographics({ report }: { report: ShownFigures }) {
  return (
    <section className="panel analytics-panel account-panel-top" aria-label="Demographics">
      <Breakdowns report={report}>
        {(kind, value) => {
          const parts = report.breakdowns[kind]
          const what = eventLabels[kind][1]
          const total = { value, name: what }
          const bars = {
            total,
            color: kindStyles[kind].color,
            empty: `No ${what} in this period`,
          }
          return (
            <>
              <WorldMap title="Countries" definition="place" counts={parts.countries} what={what} />
              <div className="analytics-columns">
                <BarList title="Regions" {...leading(parts.regions)} {...bars} />
                <BarList title="Cities" {...leading(parts.places)} {...bars} />
              </div>
              <SplitBar
                title="Devices"
                definition="device"
                parts={rank(parts.devices).top}
                total={total}
                empty={bars.empty}
              />
            </>
          )
        }}
      </Breakdowns>
    </section>
  )
}

function leading(counts: Figures['breakdowns']['views']['places']) {
  const { top, rest } = rank(counts, shown)
  return {
    bars: top.map(({ name, value }) => ({ name: placeName(name), value })),
    note: rest.names > 0 && `${formatExact(rest.names)} more with ${formatExact(rest.value)}`,
  }
}
