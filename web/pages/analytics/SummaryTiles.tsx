import type { ReactNode } from 'react'
import type { Kind, ShownFigures } from '../../../schema/figures.ts'
import { type Rates, ratesOf } from '../../../schema/rates.ts'
import { type Change, compareCounts, compareRates } from '../../ui/charts/compare-figures.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatPercent,
} from '../../ui/charts/format-number.ts'
import { kindStyles } from '../../ui/charts/palette.ts'
import { SmallFigure, Tile } from '../../ui/charts/Tile.tsx'
import { formatTimeSpent } from './labels.ts'

export type ComparedReport = {
  report: ShownFigures
  /** Name of the previous window it is compared with. */
  previousName: string
}

const rateTiles = {
  clickThrough: { title: 'CTR', caption: 'click-through rate' },
  save: { title: 'Save rate', caption: 'saves per view' },
}

/** Three totals and a rate, each with its all-time value and change. */
export function SummaryTiles({
  report,
  previousName,
  rate,
}: ComparedReport & { rate: keyof typeof rateTiles }) {
  const { summary, previous, allTime } = report
  const countTile = (kind: Kind) => ({
    value: formatCount(summary[kind]),
    exact: formatExact(summary[kind]),
    beneath: allTime && `${formatExact(allTime[kind])} all time`,
    change: previous ? compareCounts(summary[kind], previous[kind], previousName) : undefined,
    color: kindStyles[kind].color,
  })
  return (
    <dl className="figure-tiles">
      <Tile
        icon="eye"
        title="Total Views"
        caption="card impressions"
        definition="view"
        {...countTile('views')}
      />
      <Tile
        icon="click"
        title="Total Clicks"
        caption="link interactions"
        definition="click"
        {...countTile('clicks')}
      />
      <Tile
        icon="save"
        title="Total Saves"
        caption="contact downloads"
        definition="save"
        {...countTile('saves')}
      />
      <Tile
        icon="percent"
        {...rateTiles[rate]}
        definition="rates"
        value={formatPercent(ratesOf(summary)[rate], 1)}
        beneath={allTime && `${formatPercent(ratesOf(allTime)[rate], 1)} all time`}
        change={compareRate(rate, { report, previousName })}
      />
    </dl>
  )
}

type SecondaryFiguresProps = ComparedReport & {
  /** Shown below the submissions. */
  inbox?: ReactNode
  children?: ReactNode
}

/** Secondary figures: visitors, time spent, submissions and others. */
export function SecondaryFigures({
  report: { summary, previous },
  previousName,
  inbox,
  children,
}: SecondaryFiguresProps) {
  return (
    <dl className="panel small-figures">
      <SmallFigure
        title="Unique visitors"
        definition="visitor"
        value={formatCount(summary.visitors)}
        exact={formatExact(summary.visitors)}
        caption="counted daily (UTC)"
        change={
          previous ? compareCounts(summary.visitors, previous.visitors, previousName) : undefined
        }
      />
      <SmallFigure
        title="Average time spent"
        definition="time"
        value={formatTimeSpent(summary)}
        caption={`from ${formatCounted(summary.measured, ['measured visit', 'measured visits'])}`}
      />
      <SmallFigure
        title="Submissions"
        definition="submission"
        value={formatCount(summary.submissions)}
        exact={formatExact(summary.submissions)}
        change={
          previous
            ? compareCounts(summary.submissions, previous.submissions, previousName)
            : undefined
        }
        beneath={inbox}
      />
      {children}
    </dl>
  )
}

/** The change of a rate; none if the previous window had no views. */
export function compareRate(
  rate: keyof Rates,
  { report: { summary, previous }, previousName }: ComparedReport,
): Change | undefined {
  if (!previous || previous.views === 0) return undefined
  return compareRates(ratesOf(summary)[rate], ratesOf(previous)[rate], previousName)
}
