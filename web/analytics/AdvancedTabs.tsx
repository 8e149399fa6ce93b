import type { CardReport } from '../../schema/analytics/card-report.ts'
import {
  type Kind,
  type Range,
  ratesOf,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { useCard } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { placeName, rank } from '../ui/charts/breakdown.ts'
import { period } from '../ui/charts/buckets.ts'
import { ChartTable } from '../ui/charts/ChartFrame.tsx'
import { BarList, SplitBar } from '../ui/charts/Parts.tsx'
import { kindStyles } from '../ui/charts/palette.ts'
import { WorldMap } from '../ui/charts/WorldMap.tsx'
import { formatExact, formatPercent } from '../ui/format.ts'
import { Breakdowns } from './Breakdowns.tsx'
import { countedEvents, eventLabels, noEvents, previousRangeNames } from './labels.ts'
import { linkName, rankByName } from './link-name.ts'
import { RateChart } from './RateChart.tsx'
import { RateFigures } from './RateFigures.tsx'

/** Engagement: rates, time spent and clicked links. */
export function Engagement({ report, range }: { report: CardReport; range: Range }) {
  const { breakdowns } = report
  const { card } = useCard(report.card.id)
  return (
    <div className="advanced-tab">
      <dl className="small-figures small-figures-plain">
        <RateFigures report={report} before={previousRangeNames[range]} />
      </dl>
      <RateChart report={report} />
      <BarList
        title={t('Top links')}
        definition="click"
        bars={rankByName(breakdowns.links, (key) => linkName(key, card))}
        total={{ value: breakdowns.totals.clicks, name: 'clicks' }}
        color={kindStyles.clicks.color}
        empty={t('No clicks in this period')}
        note={t('{period}, counted daily (UTC).', {
          period: period(breakdowns.from, breakdowns.until),
        })}
      />
    </div>
  )
}

/** Device types, operating systems and browsers. */
export function Devices({ report }: { report: ShownFigures }) {
  return (
    <div className="advanced-tab">
      <Breakdowns report={report}>
        {(kind, value) => {
          const parts = report.breakdowns[kind]
          const total = { value, name: eventLabels[kind] }
          const empty = t('No {name} in this period', { name: total.name })
          const { color } = kindStyles[kind]
          return (
            <>
              <SplitBar
                title={t('Devices')}
                definition="device"
                parts={rank(parts.devices).top}
                total={total}
                empty={empty}
              />
              <div className="analytics-columns">
                <BarList
                  title={t('Operating systems')}
                  bars={rank(parts.systems).top}
                  {...{ total, empty, color }}
                />
                <BarList
                  title={t('Browsers')}
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

const inChart = 10
const inTable = 5

/** Top places, and the countries on a map. */
export function Geographic({ report }: { report: ShownFigures }) {
  return (
    <div className="advanced-tab">
      <Breakdowns report={report}>
        {(kind, value) => {
          const { places, countries } = report.breakdowns[kind]
          const { top, rest } = rank(places, inChart)
          const what = eventLabels[kind]
          return (
            <>
              <WorldMap title={t('Countries')} counts={countries} what={what} />
              <div className="analytics-columns">
                <BarList
                  title={t('Top locations')}
                  definition="place"
                  bars={top.map((place) => ({ ...place, name: placeName(place.name) }))}
                  total={{ value, name: what }}
                  color={kindStyles[kind].color}
                  empty={noEvents[kind]}
                  note={rest.names > 0 && more(rest, kind)}
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

function more({ names, value }: { names: number; value: number }, kind: Kind): string {
  return t('{names, plural, one {# more location} other {# more locations}} with {events}', {
    names,
    events: countedEvents[kind](value),
  })
}

/** Views, clicks and saves of the five places with the most views. */
function Statistics({ report: { breakdowns } }: { report: ShownFigures }) {
  const { top } = rank(breakdowns.views.places, inTable)
  return (
    <section className="bar-list">
      <header>
        <h3>{t('Location statistics')}</h3>
      </header>
      <div className="table-scroll">
        <ChartTable
          caption={t('Location statistics')}
          head={[t('Location'), t('Views'), t('Clicks'), t('Saves'), t('CTR')]}
          rows={top.map(({ name, value: views }) => {
            const clicks = breakdowns.clicks.places[name] ?? 0
            const saves = breakdowns.saves.places[name] ?? 0
            return {
              name: placeName(name),
              cells: [
                formatExact(views),
                formatExact(clicks),
                formatExact(saves),
                formatPercent(ratesOf({ views, clicks, saves }).clickThrough),
              ],
            }
          })}
        />
      </div>
    </section>
  )
}
