import type { ReactNode } from 'react'
import type { Kind, ShownFigures } from '../../../schema/figures.ts'
import { type Rates, ratesOf } from '../../../schema/rates.ts'
import { type Change, changeOf, changeOfRate } from '../../ui/charts/change.ts'
import { counted, formatCount, formatExact, formatPercent } from '../../ui/charts/format-number.ts'
import { kindStyles } from '../../ui/charts/palette.ts'
import { SmallFigure, Tile } from '../../ui/charts/Tile.tsx'
import { timeSpent } from './labels.ts'

export type Compared = {
  report: ShownFigures
  /** Name of the previous window it is compared with. */
  before: string
}

const rateTiles = {
  clickThrough: { title: 'CTR', caption: 'click-through rate' },
  save: { title: 'Save rate', caption: 'saves per view' },
}

/** Three totals and a rate, each with its all-time value and change. */
export function Tiles({ report, before, rate }: Compared & { rate: keyof typeof rateTiles }) {
  const { summary, previous, allTime } = report
  const ofCount = (kind: Kind) => ({
    value: formatCount(summary[kind]),
    exact: formatExact(summary[kind]),
    beneath: allTime && `${formatExact(allTime[kind])} all time`,
    change: previous ? changeOf(summary[kind], previous[kind], before) : undefined,
    color: kindStyles[kind].color,
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
        {...rateTiles[rate]}
        definition="rates"
        value={formatPercent(ratesOf(summary)[rate], 1)}
        beneath={allTime && `${formatPercent(ratesOf(allTime)[rate], 1)} all time`}
        change={changeIn(rate, { report, before })}
      />
    </dl>
  )
}

type More = Compared & {
  /** Shown below the submissions. */
  inbox?: ReactNode
  children?: ReactNode
}

/** Secondary figures: visitors, time spent, submissions and others. */
export function MoreFigures({ report: { summary, previous }, before, inbox, children }: More) {
  return (
    <dl className="panel small-figures">
      {summary.visitors !== null && (
        <SmallFigure
          title="Unique visitors"
          definition="visitor"
          value={formatCount(summary.visitors)}
          exact={formatExact(summary.visitors)}
          caption="counted daily (UTC)"
          change={previous ? changeOf(summary.visitors, previous.visitors ?? 0, before) : undefined}
        />
      )}
      <SmallFigure
        title="Average time spent"
        definition="time"
        value={timeSpent(summary)}
        caption={`from ${counted(summary.measured, ['measured visit', 'measured visits'])}`}
      />
      <SmallFigure
        title="Submissions"
        definition="submission"
        value={formatCount(summary.submissions)}
        exact={formatExact(summary.submissions)}
        change={previous ? changeOf(summary.submissions, previous.submissions, before) : undefined}
        beneath={inbox}
      />
      {children}
    </dl>
  )
}

/** The change of a rate; none if the previous window had no views. */
export function changeIn(
  rate: keyof Rates,
  { report: { summary, previous }, before }: Compared,
): Change | undefined {
  if (!previous || previous.views === 0) return undefined
  return changeOfRate(ratesOf(summary)[rate], ratesOf(previous)[rate], before)
}
