/** Reads the rollups of any number of cards in batches, and adds them up row by row. */
import type { Totals } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { addBursts, type Bursts, burstsColumnSql } from '../events/bursts.ts'
import { addStored, type Counts, dwellIn } from '../events/rollup-counts.ts'
import { fortnightDays, fortnightsIn } from '../events/rollup-fortnights.ts'
import { analyticsOf } from '../events/shards.ts'
import { addTotals, type Hours, hourIn } from './buckets.ts'
import type { Days, ReportPeriod } from './report-period.ts'

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

function newTally(): Rollups {
  return {
    hours: new Map(),
    counts: new Map(),
    visitors: 0,
    totals: { views: 0, clicks: 0, saves: 0, submissions: 0 },
    bursts: new Map(),
  }
}

/**
 * The sums of these cards for the report's days and for the previous period; `counts` and sums are of the counted
 * days.
 */
export async function readRollups(
  env: Bindings,
  cardIds: number[],
  { utc, utcBefore, counted, countedBefore }: ReportPeriod,
): Promise<{ now: Rollups; before: Rollups }> {
  const now = newTally()
  const before = newTally()
  for (const [db, ids] of Map.groupBy(cardIds, (id) => analyticsOf(env, id))) {
    const whole = {
      from: Math.max(utc.from, counted.from),
      until: Math.min(utc.until, counted.until),
    }
    for await (const row of readRows(db, ids, { days: utc, whole })) addRow(now, row, counted)
    if (!utcBefore) continue
    // Days entirely inside the previous period need only their totals.
    const inner = { from: utcBefore.from + 1, until: utcBefore.until - 1 }
    const asked = { days: utcBefore, whole: inner, brief: inner }
    for await (const row of readRows(db, ids, asked)) {
      if (isIn(row.first, inner)) addWhole(before, row)
      else addRow(before, row, countedBefore ?? utcBefore)
    }
  }
  return { now, before }
}

function isIn(day: number, { from, until }: Days): boolean {
  return day >= from && day <= until
}

/** What to read: for days in `whole` fortnight sums suffice, for days in `brief` totals and dwell time. */
type Asked = { days: Days; whole: Days; brief?: Days }

// Requests the next batch while the current one is added up.
async function* readRows(
  db: D1Database,
  cardIds: number[],
  { days, whole, brief = { from: 1, until: 0 } }: Asked,
): AsyncGenerator<Row> {
  const fortnights = fortnightsIn(whole)
  const readPage = (start: number) =>
    start >= cardIds.length
      ? undefined
      : db
          .prepare(readSql)
          .bind(
            JSON.stringify(cardIds.slice(start, start + batchSize)),
            days.from,
            days.until,
            fortnights.from,
            fortnights.until,
            brief.from,
            brief.until,
          )
          .all<Row>()
  let coming = readPage(0)
  for (let start = batchSize; coming; start += batchSize) {
    const { results }: D1Result<Row> = await coming
    coming = readPage(start)
    yield* results
  }
}

function unlessBrief(first: string, value: string, short: string): string {
  return `iif(${first} between ?6 and ?7, ${short}, ${value})`
}

// Days before the first whole fortnight, and after the last one that exists or was requested.
const readSql = `
  with asked (id, open) as materialized (
    select value, max(?4, min(?5 + 1, coalesce((select max(fortnight) + 1 from card_fortnights where card_id = value), 0)))
    from json_each(?1)),
  parts (id, start, finish) as (
    select id, ?2, min(?3, ?4 * ${fortnightDays} - 1) from asked
    union all select id, open * ${fortnightDays}, ?3 from asked)
  select day as first, 1 as length, views, clicks, saves, visitors, '[]' as hours,
    ${unlessBrief('day', 'counts', dwellIn('counts'))} as counts,
    ${unlessBrief('day', burstsColumnSql, 'null')} as bursts
  from parts cross join card_days on card_id = id and day between start and finish
  union all
  select fortnight * ${fortnightDays}, ${fortnightDays}, views, clicks, saves, visitors,
    ${unlessBrief(`fortnight * ${fortnightDays}`, 'hours', "'[]'")},
    ${unlessBrief(`fortnight * ${fortnightDays}`, 'counts', dwellIn('counts'))},
    ${unlessBrief(`fortnight * ${fortnightDays}`, burstsColumnSql, 'null')}
  from asked cross join card_fortnights on card_id = id and fortnight between ?4 and ?5`

// A day at the edge of the window may count only by some of its hours.
function addRow(tally: Rollups, row: Row, counted: Days): void {
  const whole = isIn(row.first, counted)
  if (whole) addSums(tally, row)
  addStored(whole ? tally.counts : new Map(), JSON.parse(row.counts), (hour, kind, count) => {
    hourIn(tally.hours, row.first * 24 + hour)[`${kind}s`] += count
  })
  addHours(tally, row)
}

function addHours({ hours }: Rollups, { first, hours: stored }: Row): void {
  const flat: number[] = JSON.parse(stored)
  for (let at = 0; at < flat.length; at += 4) {
    const sum = hourIn(hours, first * 24 + (flat[at] ?? 0))
    sum.views += flat[at + 1] ?? 0
    sum.clicks += flat[at + 2] ?? 0
    sum.saves += flat[at + 3] ?? 0
  }
}

// At noon, which is inside the window in every time zone.
function addWhole(tally: Rollups, row: Row): void {
  addSums(tally, row)
  addStored(tally.counts, JSON.parse(row.counts), () => {})
  addTotals(hourIn(tally.hours, row.first * 24 + 12), { ...row, submissions: 0 })
}

function addSums(tally: Rollups, { visitors, views, clicks, saves, bursts }: Row): void {
  tally.visitors += visitors
  addBursts(tally.bursts, bursts)
  addTotals(tally.totals, { views, clicks, saves, submissions: 0 })
}
