/** Reading the day totals of any number of cards, page by page, each added up as it comes. */
import type { Totals } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { addStored, type Counts, dwellIn } from './counts.ts'
import { addTotals, type Hours, hourIn } from './cut.ts'
import type { Plan } from './plan.ts'
import { analyticsOf } from './shards.ts'
import type { Days } from './windows.ts'

/** The sum of some days of some cards. */
export type Tally = {
  hours: Hours
  counts: Counts
  visitors: number
  totals: Totals
  first: number
  last: number
}
type Row = {
  cardId: number
  day: number
  views: number
  clicks: number
  saves: number
  visitors: number
  counts: string
}

const pageSize = 2000

export function newTally(): Tally {
  return {
    hours: new Map(),
    counts: new Map(),
    visitors: 0,
    totals: { views: 0, clicks: 0, saves: 0, submissions: 0 },
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
  }
}

/** The plan's days and those before, of all these cards together; `counts` and sums are of the counted days. */
export async function tallyDays(
  env: Bindings,
  cardIds: number[],
  { utc, utcBefore, counted, countedBefore }: Plan,
): Promise<{ now: Tally; before: Tally }> {
  const now = newTally()
  const before = newTally()
  // A day whose every hour lies in the time before is read without its map: its totals are enough.
  const inner = utcBefore && { from: utcBefore.from + 1, until: utcBefore.until - 1 }
  const from = utcBefore?.from ?? utc.from
  for (const [db, ids] of Map.groupBy(cardIds, (id) => analyticsOf(env, id))) {
    for await (const rows of readDays(db, ids, { from, inner }))
      for (const row of rows) {
        const stored = JSON.parse(row.counts)
        if (isIn(row.day, utc)) addDay(now, { row, stored }, counted)
        if (inner && isIn(row.day, inner)) addWhole(before, row, stored)
        else if (utcBefore && isIn(row.day, utcBefore))
          addDay(before, { row, stored }, countedBefore ?? utcBefore)
      }
  }
  return { now, before }
}

function isIn(day: number, { from, until }: Days): boolean {
  return day >= from && day <= until
}

// The next page is on its way while one is added up.
async function* readDays(
  db: D1Database,
  cardIds: number[],
  { from, inner = { from: 1, until: 0 } }: { from: number; inner?: Days },
): AsyncGenerator<Row[]> {
  let ids = cardIds.toSorted((a, b) => a - b)
  const ask = (lastDay: number) =>
    db
      .prepare(readSql)
      .bind(JSON.stringify(ids), from, ids[0] ?? 0, lastDay, inner.from, inner.until)
      .all<Row>()
  let coming: ReturnType<typeof ask> | undefined = ask(from - 1)
  while (coming) {
    const { results }: D1Result<Row> = await coming
    const last: Row | undefined = results.length < pageSize ? undefined : results.at(-1)
    if (last) ids = ids.slice(ids.indexOf(last.cardId))
    coming = last && ask(last.day)
    yield results
  }
}

const readSql = `
  select card_id as cardId, day, views, clicks, saves, visitors,
    iif(day between ?5 and ?6, ${dwellIn('counts')}, counts) as counts
  from card_days where card_id in (select value from json_each(?1)) and day >= ?2 and (card_id > ?3 or day > ?4)
  order by card_id, day limit ${pageSize}`

type Stored = Record<string, number>

// At an edge of the window a day may count by its hours alone.
function addDay(tally: Tally, { row, stored }: { row: Row; stored: Stored }, counted: Days): void {
  const whole = isIn(row.day, counted)
  if (whole) addSums(tally, row)
  addStored(whole ? tally.counts : new Map(), stored, (hour, kind, count) => {
    hourIn(tally.hours, row.day * 24 + hour)[`${kind}s`] += count
  })
}

// At noon, which is inside wherever the cut is.
function addWhole(tally: Tally, row: Row, stored: Stored): void {
  addSums(tally, row)
  addStored(tally.counts, stored, () => {})
  addTotals(hourIn(tally.hours, row.day * 24 + 12), { ...row, submissions: 0 })
}

function addSums(tally: Tally, { day, visitors, views, clicks, saves }: Row): void {
  tally.visitors += visitors
  addTotals(tally.totals, { views, clicks, saves, submissions: 0 })
  tally.first = Math.min(tally.first, day)
  tally.last = Math.max(tally.last, day)
}
