import type { ShownFigures } from '../../../../schema/figures.ts'
import { BarList } from '../../../ui/charts/BarList.tsx'
import { kindStyles } from '../../../ui/charts/palette.ts'
import { linkName, rankByName } from '../link-name.ts'
import { RateChart } from '../RateChart.tsx'
import { RateFigures } from '../RateFigures.tsx'
import { Timing } from '../Timing.tsx'

/** Engagement: rates, time spent, clicked links and timing. */
export function AccountEngagement({ report, before }: { report: ShownFigures; before: string }) {
  const { breakdowns } = report
  return (
    <div className="stack analytics-figures" data-gap="3">
      <dl className="panel small-figures">
        <RateFigures report={report} before={before} />
      </dl>
      <section className="panel analytics-panel account-panel-top" aria-label="Rates">
        <RateChart report={report} />
      </section>
      <section className="panel analytics-panel account-panel-top" aria-label="Links">
        <BarList
          title="Links"
          definition="click"
          bars={rankByName(breakdowns.links, (key) => linkName(key, undefined))}
          total={{ value: breakdowns.totals.clicks, name: 'clicks' }}
          color={kindStyles.clicks.color}
          empty="No clicks in this period"
          note="Buttons are numbered by their position on the card."
        />
      </section>
      <section className="panel analytics-panel account-panel-top" aria-label="Timing">
        <Timing report={report} />
      </section>
    </div>
  )
}
