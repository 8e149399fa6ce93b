import type { ReactNode } from 'react'
import {
  type Kind,
  type Rates,
  rateNames,
  ratesOf,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { keysOf } from '../../schema/pick.ts'
import { t, translated } from '../messages/t.ts'
import { kindStyles } from '../ui/charts/palette.ts'
import { type Change, changeOf, changeOfRate, SmallFigure, Tile } from '../ui/charts/Tile.tsx'
import { formatCount, formatDuration, formatExact, formatPercent } from '../ui/format.ts'
import { measuredVisits, timeSpent } from './labels.ts'

type Compared = {
  report: ShownFigures
  /** Name of the previous window, for comparison. */
  before: string
}

const rateTiles = {
  clickThrough: { title: t('CTR'), caption: t('click-through rate') },
  save: { title: t('Save rate'), caption: t('saves per view') },
}

/** Three totals and a rate, each with its all-time value and change. */
export function Tiles({ report, before, rate }: Compared & { rate: keyof typeof rateTiles }) {
  const { summary, previous, allTime } = report
  const ofCount = (kind: Kind) => ({
    value: formatCount(summary[kind]),
    exact: formatExact(summary[kind]),
    beneath: allTime && t('{exact} all time', { exact: formatExact(allTime[kind]) }),
    change: previous ? changeOf(summary[kind], previous[kind], before) : undefined,
    color: kindStyles[kind].color,
  })
  return (
    <dl className="figure-tiles">
      <Tile
        icon="eye"
        title={t('Total Views')}
        caption={t('card impressions')}
        definition="view"
        {...ofCount('views')}
      />
      <Tile
        icon="click"
        title={t('Total Clicks')}
        caption={t('link interactions')}
        definition="click"
        {...ofCount('clicks')}
      />
      <Tile
        icon="save"
        title={t('Total Saves')}
        caption={t('contact downloads')}
        definition="save"
        {...ofCount('saves')}
      />
      <Tile
        icon="percent"
        {...rateTiles[rate]}
        definition="rates"
        value={formatPercent(ratesOf(summary)[rate], 1)}
        beneath={
          allTime && t('{percent} all time', { percent: formatPercent(ratesOf(allTime)[rate], 1) })
        }
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
export function MoreFigures({ report, before, inbox, children }: More) {
  const { summary, previous } = report
  return (
    <dl className="panel small-figures">
      {summary.visitors !== null && (
        <SmallFigure
          title={t('Unique visitors')}
          definition="visitor"
          value={formatCount(summary.visitors)}
          exact={formatExact(summary.visitors)}
          caption={t('counted daily (UTC)')}
          change={previous ? changeOf(summary.visitors, previous.visitors ?? 0, before) : undefined}
        />
      )}
      <SmallFigure
        title={t('Average time spent')}
        definition="time"
        value={timeSpent(summary)}
        caption={t('from {counted}', {
          counted: measuredVisits(summary.measured),
        })}
      />
      <Submissions report={report} before={before} beneath={inbox} />
      {children}
    </dl>
  )
}

/** The submissions, for a `<dl className="small-figures">`. */
export function Submissions({
  report: { summary, previous },
  before,
  beneath,
}: Compared & { beneath?: ReactNode }) {
  return (
    <SmallFigure
      title={t('Submissions')}
      definition="submission"
      value={formatCount(summary.submissions)}
      exact={formatExact(summary.submissions)}
      change={previous ? changeOf(summary.submissions, previous.submissions, before) : undefined}
      beneath={beneath}
    />
  )
}

/** Returns how a rate changed; undefined if the previous window had no views. */
export function changeIn(
  rate: keyof Rates,
  { report: { summary, previous }, before }: Compared,
): Change | undefined {
  if (!previous || previous.views === 0) return undefined
  return changeOfRate(ratesOf(summary)[rate], ratesOf(previous)[rate], before)
}

const rates = keysOf(rateNames)

/** Rates and time spent, for a `<dl className="small-figures">`. */
export function RateFigures({ report, before }: Compared) {
  const { summary } = report
  return (
    <>
      {rates.map((rate) => (
        <SmallFigure
          key={rate}
          title={translated(rateNames[rate])}
          definition="rates"
          value={formatPercent(ratesOf(summary)[rate])}
          change={changeIn(rate, { report, before })}
        />
      ))}
      <SmallFigure
        title={t('Average time spent')}
        definition="time"
        value={timeSpent(summary)}
        caption={t('from {counted}, {duration} in total', {
          counted: measuredVisits(summary.measured),
          duration: formatDuration(summary.dwellMs),
        })}
      />
    </>
  )
}
