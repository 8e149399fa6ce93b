import type { ShownFigures } from '../../../schema/figures.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { kindLooks } from '../../ui/charts/palette.ts'
import { rank } from '../../ui/charts/ranking.ts'
import { SplitBar } from '../../ui/charts/SplitBar.tsx'
import { Breakdowns } from './Breakdowns.tsx'
import { eventWords } from './words.ts'

/** With what people come: kind of device, operating system, browser. */
export function Devices({ report }: { report: ShownFigures }) {
  return (
    <div className="advanced-tab">
      <Breakdowns report={report}>
        {(kind, value) => {
          const parts = report.breakdowns[kind]
          const total = { value, name: eventWords[kind][1] }
          const empty = `No ${total.name} in this period`
          const { color } = kindLooks[kind]
          return (
            <>
              <SplitBar
                title={
                  <>
                    Devices <DefinitionLink of="device" />
                  </>
                }
                parts={rank(parts.devices).top}
                total={total}
                empty={empty}
              />
              <div className="analytics-columns">
                <BarList
                  title="Operating systems"
                  bars={rank(parts.systems).top}
                  {...{ total, empty, color }}
                />
                <BarList
                  title="Browsers"
                  bars={rank(parts.browsers).top}
                  {...{ total, empty, color }}
                />
              </div>
            </>
          )
        }}
      </Breakdowns>
    </div>
  )
}
