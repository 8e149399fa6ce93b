import type { ReactNode } from 'react'
import { ratesOf, type ShownFigures } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { countryName, rank } from '../../ui/charts/breakdown.ts'
import { period } from '../../ui/charts/buckets.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { BarList, SplitBar } from '../../ui/charts/Parts.tsx'
import { kindStyles } from '../../ui/charts/palette.ts'
import { SmallFigure } from '../../ui/charts/Tile.tsx'
import { formatPercent } from '../../ui/format.ts'
import { CountChart } from '../FigureCharts.tsx'
import { BurstNote, ExcludedEventsNote } from '../figure-notes.tsx'
import { eventLabels } from '../labels.ts'
import { changeIn, MoreFigures, Tiles } from '../Tiles.tsx'

/** Overview: totals, changes over time, devices and places. */
export function AccountOverview({
  report,
  before,
  children,
}: {
  report: ShownFigures
  /** Name of the previous window, for comparison. */
  before: string
  /** Rendered between the charts and the excluded events. */
  children?: ReactNode
}) {
  return (
    <div className="stack analytics-figures" data-gap="3">
      <Tiles report={report} before={before} rate="save" />
      <MoreFigures report={report} before={before}>
        <SmallFigure
          title={t('CTR')}
          definition="rates"
          value={formatPercent(ratesOf(report.summary).clickThrough, 1)}
          caption={t('click-through rate')}
          change={changeIn('clickThrough', { report, before })}
        />
      </MoreFigures>
      <BurstNote report={report} />
      <section className="panel analytics-panel account-panel-top" aria-label={t('Over time')}>
        <CountChart report={report} kinds={['views', 'clicks', 'saves']} />
      </section>
      <DevicesAndLocations report={report} />
      {children}
      <section className="panel analytics-panel account-panel-top" aria-label={t('Excluded')}>
        <ExcludedEventsNote report={report} />
      </section>
    </div>
  )
}

const shown = 5

/** Breakdowns of the views by device, system, browser and country. */
function DevicesAndLocations({ report }: { report: ShownFigures }) {
  const { views, totals, from, until } = report.breakdowns
  const total = { value: totals.views, name: eventLabels.views }
  const bars = { total, color: kindStyles.views.color, empty: t('No views in this period') }
  return (
    <section
      className="panel analytics-panel account-panel-top"
      aria-label={t('Devices and locations')}
    >
      <div className="advanced-tab">
        <SplitBar
          title={t('Devices')}
          definition="device"
          parts={rank(views.devices).top}
          total={total}
          empty={bars.empty}
        />
        <div className="account-columns">
          <BarList title={t('Operating systems')} bars={rank(views.systems, shown).top} {...bars} />
          <BarList title={t('Browsers')} bars={rank(views.browsers, shown).top} {...bars} />
          <BarList
            title={t('Countries')}
            definition="place"
            bars={rank(views.countries, shown).top.map(({ name, value }) => ({
              name: countryName(name),
              value,
            }))}
            {...bars}
          />
        </div>
        <p className="chart-note">
          {t('{period}. Breakdowns use UTC days, so totals may differ slightly.', {
            period: period(from, until),
          })}{' '}
          <DefinitionLink of="days" />
        </p>
      </div>
    </section>
  )
}
