/** Reads the rollups of any number of cards in batches, and adds them up row by row. */
import type { NamedSharePoint, Totals } from '../../schema/analytics/figures.ts'
import type { Bindings } from '../env.ts'
import { type DayRange, emptyDays } from '../platform/time.ts'
import { addBursts, type Bursts, burstsColumnSql } from '../tracking/bursts.ts'
import { addStored, type Counts, dwellIn } from '../tracking/rollup-counts.ts'
import { fortnightDays, fortnightsIn } from '../tracking/rollup-fortnights.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { addTotals, type Hours, hourIn, noTotals } from './buckets.ts'
import type { ReportPeriod } from './report-period.ts'
import type { Subject } from './share-points.ts'

/** The sum of some days of some cards. */
export type Rollups = {
  hours: Hours
  counts: Counts
  visitors: number
  totals: Totals
  bursts: Bursts
}
/** A row of a day, whose hours are in `counts`, or of a fortnight. */
type Row = {
  first: number
  length: number
  views: number
  clicks: number
  saves: number
  visitors: number
  hours: string
  counts: string
  bursts: string | null
}

const batchSize = 50

function emptyRollups(): Rollups {
  return {
    hours: new Map(),
    counts: new Map(),
    visitors: 0,
    totals: { ...noTotals },
    bursts: new Map(),
  }
}

/**
 * The sums of these cards, or of one share point, for the report's days and for the previous period. Hours cover the UTC
 * days of the window, all other sums its rollup days.
 */
export async function readRollups(
  env: Bindings,
  { cardIds, sharePoint }: Subject,
  { utcDays, previousUtcDays, rollupDays, previousRollupDays }: ReportPeriod,
): Promise<{ current: Rollups; previous: Rollups }> {
  const current = emptyRollups()
  const previous = emptyRollups()
  const ids = sharePoint ? [sharePoint.card] : cardIds
  const shards = [...Map.groupBy(ids, (id) => analyticsOf(env, id))]
  const whole = {
    from: Math.max(utcDays.from, rollupDays.from),
    until: Math.min(utcDays.until, rollupDays.until),
  }
  // Both periods of all databases at once: one trip.
  await Promise.all(
    shards.flatMap(([db, shardIds]) => {
      const read = (query: RowsQuery) =>
        sharePoint ? pointRows(db, sharePoint, query) : readRows(db, shardIds, query)
      return [
        addCurrent(current, read({ days: utcDays, whole }), rollupDays),
        previousUtcDays &&
          addPrevious(previous, { read, days: previousUtcDays, rollupDays: previousRollupDays }),
      ]
    }),
  )
  return { current, previous }
}

async function addCurrent(
  rollups: Rollups,
  rows: AsyncGenerator<Row>,
  rollupDays: DayRange,
): Promise<void> {
  for await (const row of rows) addRow(rollups, row, rollupDays)
}

type Previous = {
  read: (query: RowsQuery) => AsyncGenerator<Row>
  days: DayRange
  rollupDays: DayRange | undefined
}

// Days entirely inside the previous period need only their totals.
async function addPrevious(
  rollups: Rollups,
  { read, days, rollupDays = days }: Previous,
): Promise<void> {
  const inner = { from: days.from + 1, until: days.until - 1 }
  for await (const row of read({ days, whole: inner, totalsOnly: inner })) {
    if (isIn(row.first, inner)) addWhole(rollups, row)
    else addRow(rollups, row, rollupDays)
  }
}

function isIn(day: number, { from, until }: DayRange): boolean {
  return day >= from && day <= until
}

/** What to read: for days in `whole` fortnight sums suffice, for days in `totalsOnly` totals and dwell time. */
type RowsQuery = { days: DayRange; whole: DayRange; totalsOnly?: DayRange }

// Requests the next batch while the current one is added up.
async function* readRows(
  db: D1Database,
  cardIds: number[],
  { days, whole, totalsOnly = emptyDays }: RowsQuery,
): AsyncGenerator<Row> {
  const fortnights = fortnightsIn(whole)
  const readPage = (start: number) =>
    start >= cardIds.length
      ? undefined
      : db
          .prepare(rollupsSql)
          .bind(
            JSON.stringify(cardIds.slice(start, start + batchSize)),
            days.from,
            days.until,
            fortnights.from,
            fortnights.until,
            totalsOnly.from,
            totalsOnly.until,
          )
          .all<Row>()
  let nextPage = readPage(0)
  for (let start = batchSize; nextPage; start += batchSize) {
    const { results }: D1Result<Row> = await nextPage
    nextPage = readPage(start)
    yield* results
  }
}

function unlessTotalsOnly(first: string, value: string, brief: string): string {
  return `iif(${first} between ?6 and ?7, ${brief}, ${value})`
}

// Days before the first whole fortnight, and after the last one that exists or was requested.
const rollupsSql = `
  with requested (id, open) as materialized (
    select value, max(?4, min(?5 + 1, coalesce((select max(fortnight) + 1 from card_fortnights where card_id = value), 0)))
    from json_each(?1)),
  parts (id, start, finish) as (
    select id, ?2, min(?3, ?4 * ${fortnightDays} - 1) from requested
    union all select id, open * ${fortnightDays}, ?3 from requested)
  select day as first, 1 as length, views, clicks, saves, visitors, '[]' as hours,
    ${unlessTotalsOnly('day', 'counts', dwellIn('counts'))} as counts,
    ${unlessTotalsOnly('day', burstsColumnSql, 'null')} as bursts
  from parts cross join card_days on card_id = id and day between start and finish
  union all
  select fortnight * ${fortnightDays}, ${fortnightDays}, views, clicks, saves, visitors,
    ${unlessTotalsOnly(`fortnight * ${fortnightDays}`, 'hours', "'[]'")},
    ${unlessTotalsOnly(`fortnight * ${fortnightDays}`, 'counts', dwellIn('counts'))},
    ${unlessTotalsOnly(`fortnight * ${fortnightDays}`, burstsColumnSql, 'null')}
  from requested cross join card_fortnights on card_id = id and fortnight between ?4 and ?5`

const pointSql = `
  select day as first, 1 as length, views, clicks, saves, 0 as visitors, '[]' as hours,
    iif(day between ?5 and ?6, ${dwellIn('counts')}, counts) as counts, null as bursts
  from share_point_days where card_id = ?1 and code = ?2 and day between ?3 and ?4`

async function* pointRows(
  db: D1Database,
  { card, code }: NamedSharePoint,
  { days, totalsOnly = emptyDays }: RowsQuery,
): AsyncGenerator<Row> {
  const { results } = await db
    .prepare(pointSql)
    .bind(card, code, days.from, days.until, totalsOnly.from, totalsOnly.until)
    .all<Row>()
  yield* results
}

// A day at the edge of the window may count only by some of its hours.
function addRow(rollups: Rollups, row: Row, rollupDays: DayRange): void {
  const whole = isIn(row.first, rollupDays)
  if (whole) addSums(rollups, row)
  addStored(whole ? rollups.counts : new Map(), JSON.parse(row.counts), (hour, kind, count) => {
    hourIn(rollups.hours, row.first * 24 + hour)[`${kind}s`] += count
  })
  addHours(rollups, row)
}

function addHours({ hours }: Rollups, { first, hours: stored }: Row): void {
  const flat: number[] = JSON.parse(stored)
  for (let i = 0; i < flat.length; i += 4) {
    const sum = hourIn(hours, first * 24 + (flat[i] ?? 0))
    sum.views += flat[i + 1] ?? 0
    sum.clicks += flat[i + 2] ?? 0
    sum.saves += flat[i + 3] ?? 0
  }
}

// Counts the totals at noon, which is inside the window in every time zone.
function addWhole(rollups: Rollups, row: Row): void {
  addSums(rollups, row)
  addStored(rollups.counts, JSON.parse(row.counts), () => {})
  addTotals(hourIn(rollups.hours, row.first * 24 + 12), { ...row, submissions: 0 })
}

function addSums(rollups: Rollups, { visitors, views, clicks, saves, bursts }: Row): void {
  rollups.visitors += visitors
  addBursts(rollups.bursts, bursts)
  addTotals(rollups.totals, { views, clicks, saves, submissions: 0 })
}
