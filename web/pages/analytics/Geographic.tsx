import type { ShownFigures } from '../../../schema/figures.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { BarList } from '../../ui/charts/BarList.tsx'
import { ChartTable } from '../../ui/charts/ChartTable.tsx'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { counted, exact, percent } from '../../ui/charts/numbers.ts'
import { kindLooks } from '../../ui/charts/palette.ts'
import { placeName } from '../../ui/charts/places.ts'
import { rank } from '../../ui/charts/ranking.ts'
import { WorldMap } from '../../ui/charts/WorldMap.tsx'
import { Breakdowns } from './Breakdowns.tsx'
import { eventWords } from './words.ts'

const inChart = 10
const inTable = 5

/** From where people come: the leading places, and the countries on a map. */
export function Geographic({ report }: { report: ShownFigures }) {
  return (
    <div className="advanced-tab">
      <Breakdowns report={report}>
        {(kind, value) => {
          const { places, countries } = report.breakdowns[kind]
          const { top, rest } = rank(places, inChart)
          const what = eventWords[kind][1]
          return (
            <>
              <WorldMap title="Countries" counts={countries} what={what} />
              <div className="analytics-columns">
                <BarList
                  title={
                    <>
                      Top locations <DefinitionLink of="place" />
                    </>
                  }
                  bars={top.map((place) => ({ ...place, name: placeName(place.name) }))}
                  total={{ value, name: what }}
                  color={kindLooks[kind].color}
                  empty={`No ${what} in this period`}
                  note={rest.names > 0 && more(rest, eventWords[kind])}
                />
                <Statistics report={report} />
              </div>
            </>
          )
        }}
      </Breakdowns>
    </div>
  )
}

function more(
  { names, value }: { names: number; value: number },
  words: readonly [string, string],
): string {
  return `${counted(names, ['more location', 'more locations'])} with ${counted(value, words)}`
}

/** The leading places with everything that happened there. */
function Statistics({ report: { breakdowns } }: { report: ShownFigures }) {
  const { top } = rank(breakdowns.views.places, inTable)
  return (
    <section className="bar-list">
      <header>
        <h3>Location statistics</h3>
      </header>
      <div className="table-scroll">
        <ChartTable
          caption="Location statistics"
          head={['Location', 'Views', 'Clicks', 'Saves', 'CTR']}
          rows={top.map(({ name, value: views }) => {
            const clicks = breakdowns.clicks.places[name] ?? 0
            const saves = breakdowns.saves.places[name] ?? 0
            return {
              name: placeName(name),
              cells: [
                exact(views),
                exact(clicks),
                exact(saves),
                percent(ratesOf({ views, clicks, saves }).clickThrough),
              ],
            }
          })}
        />
      </div>
    </section>
  )
}
