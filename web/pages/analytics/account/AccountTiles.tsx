import type { Figures, Kind } from '../../../../schema/figures.ts'
import { ratesOf } from '../../../../schema/rates.ts'
import { changeOf, changeOfRate } from '../../../ui/charts/change.ts'
import { count, counted, exact, percent } from '../../../ui/charts/numbers.ts'
import { kindLooks } from '../../../ui/charts/palette.ts'
import { SmallFigure, Tile } from '../../../ui/charts/Tile.tsx'
import { timeSpent } from '../words.ts'

type Props = {
  report: Figures
  /** The window it is compared with. */
  before: string
}

/** The four figures of the timeframe, each with its all time and how it moved. */
export function AccountTiles({ report, before }: Props) {
  const { summary, previous, allTime } = report
  const rate = ratesOf(summary).save
  const ofCount = (kind: Kind) => ({
    value: count(summary[kind]),
    exact: exact(summary[kind]),
    beneath: `${exact(allTime[kind])} all time`,
    change: previous ? changeOf(summary[kind], previous[kind], before) : undefined,
    color: kindLooks[kind].color,
  })
  return (
    <dl className="figure-tiles">
      <Tile
        icon="eye"
        title="Total Views"
        caption="card impressions"
        definition="view"
        {...ofCount('views')}
      />
      <Tile
        icon="click"
        title="Total Clicks"
        caption="link interactions"
        definition="click"
        {...ofCount('clicks')}
      />
      <Tile
        icon="save"
        title="Total Saves"
        caption="contact downloads"
        definition="save"
        {...ofCount('saves')}
      />
      <Tile
        icon="percent"
        title="Save rate"
        caption="saves for each view"
        definition="rates"
        value={percent(rate, 1)}
        beneath={`${percent(ratesOf(allTime).save, 1)} all time`}
        change={previous ? changeOfRate(rate, ratesOf(previous).save, before) : undefined}
      />
    </dl>
  )
}

/** Visitors, time spent, submissions and the click-through rate, more quietly. */
export function MoreAccountFigures({ report: { summary, previous }, before }: Props) {
  const rate = ratesOf(summary).clickThrough
  return (
    <dl className="panel small-figures">
      <SmallFigure
        title="Unique visitors"
        definition="visitor"
        value={count(summary.visitors)}
        exact={exact(summary.visitors)}
        change={previous ? changeOf(summary.visitors, previous.visitors, before) : undefined}
      />
      <SmallFigure
        title="Average time spent"
        definition="time"
        value={timeSpent(summary)}
        caption={`from ${counted(summary.measured, ['measured visit', 'measured visits'])}`}
      />
      <SmallFigure
        title="Submissions"
        definition="submission"
        value={count(summary.submissions)}
        exact={exact(summary.submissions)}
        change={previous ? changeOf(summary.submissions, previous.submissions, before) : undefined}
      />
      <SmallFigure
        title="CTR"
        definition="rates"
        value={percent(rate, 1)}
        caption="click-through rate"
        change={previous ? changeOfRate(rate, ratesOf(previous).clickThrough, before) : undefined}
      />
    </dl>
  )
}
