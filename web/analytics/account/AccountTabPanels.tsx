import type { SharedReport } from '../../../schema/analytics/account-report.ts'
import { type Figures, ratesOf, type ShownFigures } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { placeName, rank } from '../../ui/charts/breakdown.ts'
import { ScrolledTable } from '../../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { BarList, SplitBar } from '../../ui/charts/Parts.tsx'
import { kindStyles } from '../../ui/charts/palette.ts'
import { WorldMap } from '../../ui/charts/WorldMap.tsx'
import { formatExact, formatPercent } from '../../ui/format.ts'
import { Breakdowns, SharePointsTable, Timing } from '../Breakdowns.tsx'
import { RateChart } from '../FigureCharts.tsx'
import { cardNamer, eventLabels } from '../labels.ts'
import { linkName, rankByName, sourceNamer } from '../link-name.ts'
import { RateFigures } from '../Tiles.tsx'

/** Visits and their results, by traffic source. */
export function TrafficSources({
  report,
  before,
}: {
  report: ShownFigures & Pick<SharedReport, 'cards'>
  before: string
}) {
  return (
    <section className="panel analytics-panel account-panel-top" aria-label={t('Traffic Sources')}>
      <div className="advanced-tab">
        <Breakdowns report={report}>
          {(kind, bars) => (
            <div className="analytics-columns">
              <BarList
                title={t('Sources')}
                definition="source"
                bars={rankByName(report.breakdowns[kind].sources, sourceNamer(report))}
                {...bars}
              />
              <Outcomes report={report} />
            </div>
          )}
        </Breakdowns>
        <SharePointsTable
          report={report}
          before={before}
          cardName={report.cards.length > 1 ? cardNamer(report) : undefined}
        />
      </div>
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
          {t('Results by source')} <DefinitionLink of="rates" />
        </h3>
      </header>
      <ScrolledTable
        caption={t('Results by source')}
        head={[t('Source'), t('Views'), t('Clicks'), t('Saves'), 'CTR', t('Save rate')]}
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
  )
}

/** Engagement: rates, time spent, clicked links and timing. */
export function Engagement({ report, before }: { report: ShownFigures; before: string }) {
  const { breakdowns } = report
  return (
    <div className="stack analytics-figures" data-gap="3">
      <dl className="panel small-figures">
        <RateFigures report={report} before={before} />
      </dl>
      <section className="panel analytics-panel account-panel-top" aria-label={t('Rates')}>
        <RateChart report={report} />
      </section>
      <section className="panel analytics-panel account-panel-top" aria-label={t('Links')}>
        <BarList
          title={t('Links')}
          definition="click"
          bars={rankByName(breakdowns.links, (key) => linkName(key, undefined))}
          total={{ value: breakdowns.totals.clicks, name: 'clicks' }}
          color={kindStyles.clicks.color}
          empty={t('No clicks in this period')}
          note={t('Buttons are numbered by their position on the card.')}
        />
      </section>
      <section className="panel analytics-panel account-panel-top" aria-label={t('Timing')}>
        <Timing report={report} />
      </section>
    </div>
  )
}

const shown = 10

/** Visitors by country, region, city and device, as far as known. */
export function Demographics({ report }: { report: ShownFigures }) {
  return (
    <section className="panel analytics-panel account-panel-top" aria-label={t('Demographics')}>
      <Breakdowns report={report}>
        {(kind, bars) => {
          const { countries, regions, places, devices } = report.breakdowns[kind]
          return (
            <>
              <WorldMap
                title={t('Countries')}
                definition="place"
                counts={countries}
                what={eventLabels[kind]}
              />
              <div className="analytics-columns">
                <BarList title={t('Regions')} {...leading(regions)} {...bars} />
                <BarList title={t('Cities')} {...leading(places)} {...bars} />
              </div>
              <SplitBar
                title={t('Devices')}
                definition="device"
                parts={rank(devices).top}
                {...bars}
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
    note:
      rest.names > 0 &&
      t('{exact} more with {exact2}', {
        exact: formatExact(rest.names),
        exact2: formatExact(rest.value),
      }),
  }
}
