import { useState } from 'react'
import type { CardReport } from '../../schema/analytics/card-report.ts'
import {
  type Kind,
  type Range,
  ranges,
  rateNames,
  ratesOf,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { keysOf } from '../../schema/pick.ts'
import { errorMessage } from '../api.ts'
import { useCard } from '../cards/data.ts'
import { t, translated } from '../messages/t.ts'
import { placeName, rank } from '../ui/charts/breakdown.ts'
import { period } from '../ui/charts/buckets.ts'
import { ChartTable } from '../ui/charts/ChartFrame.tsx'
import { BarList, SplitBar } from '../ui/charts/Parts.tsx'
import { kindStyles } from '../ui/charts/palette.ts'
import { RadarChart, radarMarks } from '../ui/charts/RadarChart.tsx'
import { SmallFigure } from '../ui/charts/Tile.tsx'
import { WorldMap } from '../ui/charts/WorldMap.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { formatExact, formatPercent } from '../ui/format.ts'
import { Note } from '../ui/Notes.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { Breakdowns, SharePointsTable, Timing } from './Breakdowns.tsx'
import { CardExport } from './CardExport.tsx'
import { useCardReport } from './data.ts'
import { type ExportFormat, ExportFormatField } from './export/ExportButton.tsx'
import { RateChart } from './FigureCharts.tsx'
import { ExcludedEventsNote, InboxLink } from './figure-notes.tsx'
import { countedEvents, eventLabels, previousRangeNames, rangeNames } from './labels.ts'
import { linkName, rankByName, sourceNamer } from './link-name.ts'
import { useSharePointParam } from './SharePointFilter.tsx'
import { RateFigures, Submissions } from './Tiles.tsx'

/** Five tabs that share one date range, which is separate from the page's. */
export function AdvancedPanel({ card }: { card: CardReport['card'] }) {
  const [chosen, choose] = useSearchParam('over')
  const range = ranges.find((one) => one === chosen) ?? 'daily'
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [sharePoint] = useSharePointParam()
  const { report, error, changing } = useCardReport(card.id, { range, sharePoint })
  return (
    <div className="stack advanced-panel" data-gap="4">
      <div className="advanced-choices">
        <SelectField
          label={t('Time range')}
          value={range}
          options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
          onChange={choose}
        />
        <ExportFormatField value={format} onChange={setFormat} />
        {report && <Exports {...{ report, range, format }} />}
      </div>
      {error !== undefined && !changing && (
        <Note kind="bad" title={t('Error')}>
          {errorMessage(error, t('Failed to load analytics data. Please try again.'))}
        </Note>
      )}
      {!report && !error && <div className="skeleton skeleton-chart" />}
      {report && (error === undefined || changing) && (
        <div aria-busy={changing}>
          {report.window && (
            <p className="chart-note">{period(report.window.from, report.window.until)}</p>
          )}
          <PageTabs
            label={t('Advanced Analytics')}
            param={tabParam}
            tabs={tabsOf({ report, range })}
          />
        </div>
      )}
    </div>
  )
}

/** Exports of all data and of the open tab. */
function Exports(shown: Props & { format: ExportFormat }) {
  const [chosen] = useSearchParam(tabParam)
  const [section, title] = tabNames.find(([value]) => value === chosen) ?? tabNames[0]
  return (
    <>
      <CardExport {...shown} section="all">
        {t('Export All Data')}
      </CardExport>
      <CardExport key={section} {...shown} section={section}>
        {t('Export {title}', { title })}
      </CardExport>
    </>
  )
}

function tabsOf({ report, range }: Props) {
  const contents = {
    overview: <AdvancedOverview report={report} range={range} />,
    engagement: <Engagement report={report} range={range} />,
    timing: <Timing report={report} />,
    devices: <Devices report={report} />,
    geographic: <Geographic report={report} />,
  }
  return tabNames.map(([value, title]) => ({
    value,
    title,
    content: contents[value],
  }))
}

const tabParam = 'advanced'
const tabNames = [
  ['overview', t('Overview')],
  ['engagement', t('Engagement')],
  ['timing', t('Timing')],
  ['devices', t('Devices')],
  ['geographic', t('Geographic')],
] as const

type Props = { report: CardReport; range: Range }

/** Overview: rates, submissions, sources, share points, radar and excluded events. */
function AdvancedOverview({ report, range }: Props) {
  return (
    <div className="advanced-tab">
      <Figures report={report} range={range} />
      <Breakdowns report={report}>
        {(kind, bars) => (
          <BarList
            title={t('Sources')}
            definition="source"
            bars={rankByName(report.breakdowns[kind].sources, sourceNamer(report))}
            {...bars}
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

function Figures({ report, range }: Props) {
  const rates = ratesOf(report.summary)
  return (
    <dl className="small-figures small-figures-plain">
      {keysOf(rateNames).map((rate) => (
        <SmallFigure
          key={rate}
          title={translated(rateNames[rate])}
          definition="rates"
          value={formatPercent(rates[rate])}
        />
      ))}
      <Submissions
        report={report}
        before={previousRangeNames[range]}
        beneath={<InboxLink id={report.card.id} />}
      />
    </dl>
  )
}

/** Engagement: rates, time spent and clicked links. */
function Engagement({ report, range }: Props) {
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
function Devices({ report }: { report: ShownFigures }) {
  return (
    <div className="advanced-tab">
      <Breakdowns report={report}>
        {(kind, bars) => {
          const { devices, systems, browsers } = report.breakdowns[kind]
          return (
            <>
              <SplitBar
                title={t('Devices')}
                definition="device"
                parts={rank(devices).top}
                {...bars}
              />
              <div className="analytics-columns">
                <BarList title={t('Operating systems')} {...bars} bars={rank(systems).top} />
                <BarList title={t('Browsers')} {...bars} bars={rank(browsers).top} />
              </div>
            </>
          )
        }}
      </Breakdowns>
    </div>
  )
}

const placesInChart = 10

/** Top places, and the countries on a map. */
function Geographic({ report }: { report: ShownFigures }) {
  return (
    <div className="advanced-tab">
      <Breakdowns report={report}>
        {(kind, bars) => {
          const { places, countries } = report.breakdowns[kind]
          const { top, rest } = rank(places, placesInChart)
          return (
            <>
              <WorldMap title={t('Countries')} counts={countries} what={eventLabels[kind]} />
              <div className="analytics-columns">
                <BarList
                  title={t('Top locations')}
                  definition="place"
                  bars={top.map((place) => ({ ...place, name: placeName(place.name) }))}
                  {...bars}
                  note={rest.names > 0 && moreText(rest, kind)}
                />
                <PlaceTable report={report} />
              </div>
            </>
          )
        }}
      </Breakdowns>
    </div>
  )
}

function moreText({ names, value }: { names: number; value: number }, kind: Kind): string {
  return t('{names, plural, one {# more location} other {# more locations}} with {events}', {
    names,
    events: countedEvents[kind](value),
  })
}

const placesInTable = 5

/** Views, clicks and saves of the places with the most views. */
function PlaceTable({ report: { breakdowns } }: { report: ShownFigures }) {
  const { top } = rank(breakdowns.views.places, placesInTable)
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
