import type { ReactNode } from 'react'
import type { ShownFigures } from '../../../../schema/figures.ts'
import { ratesOf } from '../../../../schema/rates.ts'
import { BarList } from '../../../ui/charts/BarList.tsx'
import { countryName } from '../../../ui/charts/country-names.ts'
import { DefinitionLink } from '../../../ui/charts/DefinitionLink.tsx'
import { formatDateRange } from '../../../ui/charts/format-buckets.ts'
import { formatPercent } from '../../../ui/charts/format-number.ts'
import { kindStyles } from '../../../ui/charts/palette.ts'
import { rank } from '../../../ui/charts/ranking.ts'
import { StackedBar } from '../../../ui/charts/StackedBar.tsx'
import { SmallFigure } from '../../../ui/charts/Tile.tsx'
import { CountChart } from '../BasicChart.tsx'
import { BurstNote, ExcludedEventsNote } from '../figure-notes.tsx'
import { compareRate, SecondaryFigures, SummaryTiles } from '../SummaryTiles.tsx'

const maxBars = 5

/** Overview: totals, changes over time, devices and places. */
export function AccountOverview({
  report,
  previousName,
  children,
}: {
  report: ShownFigures
  /** Name of the previous window it is compared with. */
  previousName: string
  /** Rendered between the charts and the excluded events. */
  children?: ReactNode
}) {
  const { views, totals, from, until } = report.breakdowns
  const total = { value: totals.views, name: 'views' }
  const bars = { total, color: kindStyles.views.color, empty: 'No views in this period' }
  return (
    <div className="stack analytics-figures" data-gap="3">
      <SummaryTiles report={report} previousName={previousName} rate="save" />
      <SecondaryFigures report={report} previousName={previousName}>
        <SmallFigure
          title="CTR"
          definition="rates"
          value={formatPercent(ratesOf(report.summary).clickThrough, 1)}
          caption="click-through rate"
          change={compareRate('clickThrough', { report, previousName })}
        />
      </SecondaryFigures>
      <BurstNote report={report} />
      <section className="panel analytics-panel account-panel-top" aria-label="Over time">
        <CountChart report={report} kinds={['views', 'clicks', 'saves']} />
      </section>
      <section
        className="panel analytics-panel account-panel-top"
        aria-label="Devices and locations"
      >
        <div className="advanced-tab">
          <StackedBar
            title="Devices"
            definition="device"
            parts={rank(views.devices).top}
            total={total}
            empty={bars.empty}
          />
          <div className="account-columns">
            <BarList title="Operating systems" bars={rank(views.systems, maxBars).top} {...bars} />
            <BarList title="Browsers" bars={rank(views.browsers, maxBars).top} {...bars} />
            <BarList
              title="Countries"
              definition="place"
              bars={rank(views.countries, maxBars).top.map(({ name, value }) => ({
                name: countryName(name),
                value,
              }))}
              {...bars}
            />
          </div>
          <p className="chart-note">
            {formatDateRange(from, until)}. Breakdowns use UTC days, so totals may differ slightly.{' '}
            <DefinitionLink of="days" />
          </p>
        </div>
      </section>
      {children}
      <section className="panel analytics-panel account-panel-top" aria-label="Excluded">
        <ExcludedEventsNote report={report} />
      </section>
    </div>
  )
}
