/** The figures shared by card and account reports, from the rollups of any number of cards. */
import type {
  Breakdown,
  Figures,
  NamedSharePoint,
  Summary,
  Totals,
} from '../../schema/analytics/figures.ts'
import { type EventKind, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { type DayRange, dateText, emptyDays } from '../platform/time.ts'
import { addBursts, type Bursts, burstsColumnSql, readBursts } from '../tracking/bursts.ts'
import {
  addStored,
  type Counts,
  dwellIn,
  readDimension,
  readDwell,
  readLeftOut,
  readLinks,
} from '../tracking/rollup-counts.ts'
import { fortnightDays, fortnightsIn } from '../tracking/rollup-fortnights.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { submissionHours } from './card-totals.ts'
import {
  addTotals,
  bucketHours,
  dayAt,
  type Hours,
  hourIn,
  noTotals,
  type ReportPeriod,
  type ReportWindow,
  totalsIn,
  windowSince,
} from './report-period.ts'
import { readSharePoints, type Subject } from './share-point-figures.ts'

/** The sum of some days of some cards. */
type Rollups = {
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

type Previous = {
  read: (query: RowsQuery) => AsyncGenerator<Row>
  days: DayRange
  rollupDays: DayRange | undefined
}

/** What to read: days in `whole` may come as fortnight sums; days in `totalsOnly` need only totals and dwell time. */
type RowsQuery = { days: DayRange; whole: DayRange; totalsOnly?: DayRange }

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

/**
 * The figures of these cards together or of one share point, except all-time totals, which come from `readAllTime`. The
 * cost grows with the number of days, not of events.
 */
export async function readFigures(
  env: Bindings,
  subject: Subject,
  period: ReportPeriod,
): Promise<Omit<Figures, 'allTime'>> {
  const from = period.previousUtcDays?.from ?? period.utcDays.from
  const [{ current, previous }, submissions, sharePoints] = await Promise.all([
    readRollups(env, subject, period),
    submissionHours(env, subject, from),
    readSharePoints(env, subject.cardIds, period),
  ])
  const days = breakdownDays(current, period)
  for (const { hour, submissions: count } of submissions) {
    hourIn(current.hours, hour).submissions += count
    hourIn(previous.hours, hour).submissions += count
  }
  const window = period.window ?? sinceFirst(current, period)
  const today = { from: period.today, until: period.today, starts: [], unit: 'day' as const }
  const shownWindow = window ?? today
  // Visitors are not counted by source.
  const visitors = subject.sharePoint && { visitors: null }
  return {
    sharePoint: subject.sharePoint ?? null,
    window: window ? { from: dateText(window.from), until: dateText(window.until) } : null,
    summary: { ...summary(current, period, shownWindow), ...visitors },
    previous: period.previous
      ? { ...summary(previous, period, period.previous), ...visitors }
      : null,
    unit: shownWindow.unit,
    ...bucketHours(current.hours, period.clock, shownWindow),
    breakdowns: {
      ...days,
      ...breakdowns(current),
      sharePoints,
    },
    leftOut: readLeftOut(current.counts),
    bursts: readBursts(current.bursts),
    zone: { name: period.zone, rounded: period.clock.rounded() },
  }
}

function sinceFirst({ hours }: Rollups, { clock, today }: ReportPeriod): ReportWindow | undefined {
  const days = [...hours.keys()].map((hour) => dayAt(clock, hour))
  return days.length > 0 ? windowSince(Math.min(...days), Math.max(today, ...days)) : undefined
}

function summary(rollups: Rollups, { clock }: ReportPeriod, days: DayRange): Summary {
  const { dwellMs, measured } = readDwell(rollups.counts)
  return { ...totalsIn(rollups.hours, clock, days), visitors: rollups.visitors, measured, dwellMs }
}

function breakdowns({ counts, totals: { views, clicks, saves } }: Rollups) {
  return { totals: { views, clicks, saves }, ...breakdownsOf(counts) }
}

// All time starts and ends with its events.
function breakdownDays({ hours }: Rollups, { window, rollupDays, utcToday }: ReportPeriod) {
  const days = [...hours.keys()].map((hour) => Math.floor(hour / 24))
  const { from, until } = window
    ? rollupDays
    : { from: Math.min(utcToday, ...days), until: Math.max(utcToday, ...days) }
  return { from: dateText(from), until: dateText(until) }
}

// Breakdowns by place, device and source, with readable names.

type Breakdowns = Pick<Figures['breakdowns'], 'views' | 'clicks' | 'saves' | 'links'>

export function breakdownsOf(counts: Counts): Breakdowns {
  return {
    views: breakdown(counts, 'view'),
    clicks: breakdown(counts, 'click'),
    saves: breakdown(counts, 'save'),
    links: readLinks(counts),
  }
}

function breakdown(counts: Counts, kind: EventKind): Breakdown {
  const places = readDimension(counts, kind, 'places')
  const devices = readDimension(counts, kind, 'devices')
  return {
    countries: regroup(places, (key) => part(key, 0)),
    regions: regroup(places, (key) => placeText(key.split('|').slice(0, 2).join('|'))),
    places: regroup(places, placeText),
    devices: regroup(devices, (key) => part(key, 0)),
    systems: regroup(devices, (key) => part(key, 1)),
    browsers: regroup(devices, (key) => part(key, 2)),
    sources: readDimension(counts, kind, 'sources'),
  }
}

function part(key: string, index: number): string {
  return key === 'Other' ? key : key.split('|')[index] || 'Unknown'
}

function regroup(counts: Record<string, number>, name: (key: string) => string) {
  const grouped = new Map<string, number>()
  for (const [key, count] of Object.entries(counts))
    grouped.set(name(key), (grouped.get(name(key)) ?? 0) + count)
  return Object.fromEntries(grouped)
}

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
async function readRollups(
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
  // Reads both periods from all databases in parallel: one trip.
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

// Of a day at the edge of the window, only some hours may count.
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
