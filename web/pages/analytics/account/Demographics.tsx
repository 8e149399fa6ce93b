import type { Figures, ShownFigures } from '../../../../schema/figures.ts'
import { BarList } from '../../../ui/charts/BarList.tsx'
import { DefinitionLink } from '../../../ui/charts/DefinitionLink.tsx'
import { exact } from '../../../ui/charts/numbers.ts'
import { kindLooks } from '../../../ui/charts/palette.ts'
import { placeName } from '../../../ui/charts/places.ts'
import { rank } from '../../../ui/charts/ranking.ts'
import { SplitBar } from '../../../ui/charts/SplitBar.tsx'
import { WorldMap } from '../../../ui/charts/WorldMap.tsx'
import { Breakdowns } from '../Breakdowns.tsx'
import { eventWords } from '../words.ts'

const shown = 10

/** Who comes, as far as it is known: country, region, city, device. */
export function Demographics({ report }: { report: ShownFigures }) {
  return (
    <section className="panel analytics-panel account-panel-top" aria-label="Demographics">
      <Breakdowns report={report}>
        {(kind, value) => {
          const parts = report.breakdowns[kind]
          const what = eventWords[kind][1]
          const total = { value, name: what }
          const bars = {
            total,
            color: kindLooks[kind].color,
            empty: `No ${what} in this period`,
          }
          return (
            <>
              <WorldMap
                title={
                  <>
                    Countries <DefinitionLink of="place" />
                  </>
                }
                counts={parts.countries}
                what={what}
              />
              <div className="analytics-columns">
                <BarList title="Regions" {...leading(parts.regions)} {...bars} />
                <BarList title="Cities" {...leading(parts.places)} {...bars} />
              </div>
              <SplitBar
                title={
                  <>
                    Devices <DefinitionLink of="device" />
                  </>
                }
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
    note: rest.names > 0 && `${exact(rest.names)} more with ${exact(rest.value)}`,
  }
}
