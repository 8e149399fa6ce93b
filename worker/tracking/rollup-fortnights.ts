/**
 * Fortnight rollups: sums of 14 daily rollups, computed when the days are over, again for every later
 * event, and to be verified.
 */
import * as z from 'zod/mini'
import { type EventKind, eventKinds } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import type { StepContext } from '../platform/jobs.ts'
import { type DayRange, dayMs } from '../platform/time.ts'
import { addBursts, type Bursts, readBursts, sumBurstsSql } from './bursts.ts'
import { addStored, type Counts, type Day, hourKey } from './rollup-counts.ts'
import { databaseNamed } from './shards.ts'

/** Days in a fortnight. Fortnight 0 begins on 1970-01-01. */
export const fortnightDays = 14

const maxPerStatement = 200
const maxCardsPerStatement = 5000

/** Returns the fortnights that are entirely within the days; none if `until` is before `from`. */
export function fortnightsIn({ from, until }: DayRange): DayRange {
  return {
    from: Math.ceil(from / fortnightDays),
    until: Math.floor((until + 1) / fortnightDays) - 1,
  }
}

/**
 * Statement for the end of a transaction that changes these days: recomputes the fortnights that are summed already.
 */
export function recomputeFortnights(
  db: D1Database,
  days: Pick<Day, 'cardId' | 'day'>[],
): D1PreparedStatement {
  const fortnights = new Map(
    days.map(({ cardId, day }) => {
      const number = Math.floor(day / fortnightDays)
      return [`${cardId} ${number}`, [cardId, number]]
    }),
  )
  return db.prepare(recomputeSql).bind(JSON.stringify([...fortnights.values()]))
}

/** The next card is after `after`; `found` is whether this pass over the cards has summed any. */
const Checkpoint = z.object({ after: z.int(), found: z.boolean() })
type Checkpoint = z.infer<typeof Checkpoint>

/** Step of a cron job: sums the first fortnight that is over for each of the next cards, until a pass finds none. */
export async function sumFortnights(
  env: Bindings,
  { from, database, now }: StepContext,
): Promise<Checkpoint | undefined> {
  const db = databaseNamed(env, database)
  const checkpoint = Checkpoint.safeParse(from).data ?? { after: -1, found: false }
  // Events of yesterday still arrive at any time.
  const { until } = fortnightsIn({ from: 0, until: Math.floor(now / dayMs) - 2 })
  const [listed, summed] = await db.batch<{ card: number; cards: number }>([
    db.prepare(listSql).bind(until, checkpoint.after),
    db.prepare(sumNextSql).bind(until, checkpoint.after),
  ])
  const rows = summed?.results ?? []
  const found = checkpoint.found || rows.length > 0
  if (rows.length === maxPerStatement)
    return { after: rows.reduce((last, { card }) => Math.max(last, card), 0), found }
  const [last] = listed?.results ?? []
  if (last?.cards === maxCardsPerStatement) return { after: last.card, found }
  // A card may have more than one fortnight to sum.
  return found ? { after: -1, found: false } : undefined
}

const days = `card_days.day between ${fortnightDays} * number and ${fortnightDays} * number + ${fortnightDays - 1}`
const counters = `card_days cross join json_each(card_days.counts) as counter where card_days.card_id = card and ${days}`

function countsOf(kind: EventKind): string {
  return `sum(iif(${hourKey.isOf('key', kind)}, value, 0))`
}

const hoursSql = `
  select '[' || coalesce(group_concat(counts), '') || ']' from (
    select ((day - ${fortnightDays} * number) * 24 + ${hourKey.hour('key')}) || ',' || ${eventKinds.map(countsOf).join(" || ',' || ")} as counts
    from ${counters} and ${hourKey.is('key')} group by day, ${hourKey.hour('key')})`

const countsSql = `
  select json_group_object(key, total) from (
    select key, sum(value) as total from ${counters} and not ${hourKey.is('key')} group by key)`

// `expressions` define `asked` with the columns `card` and `number`. A fortnight without daily rollups gets no row.
function sumSql(expressions: string): string {
  return `with recursive ${expressions}
    insert into card_fortnights (card_id, fortnight, views, clicks, saves, visitors, hours, counts, bursts)
    select card, number, sum(views), sum(clicks), sum(saves), sum(visitors), (${hoursSql}), (${countsSql}),
      (${sumBurstsSql(`card_days.card_id = card and ${days}`)})
    from asked cross join card_days on card_id = card and ${days} where true group by card, number
    on conflict (card_id, fortnight) do update set views = excluded.views, clicks = excluded.clicks,
      saves = excluded.saves, visitors = excluded.visitors, hours = excluded.hours, counts = excluded.counts, bursts = excluded.bursts`
}

const recomputeSql = sumSql(`asked (card, number) as materialized (
  select value ->> 0, value ->> 1 from jsonb_each(?1) where exists (
    select 1 from card_fortnights where card_id = value ->> 0 and fortnight >= value ->> 1))`)

// Lists the cards by key.
const nextCards = `cards (id) as (
    select min(card_id) from card_days where card_id > ?2
    union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null
    limit ${maxCardsPerStatement})`

const listSql = `with recursive ${nextCards}
  select max(id) as card, count(id) as cards from cards where ?1 is not null`

// Sums the first fortnight of each card that is not summed yet.
const sumNextSql = `${sumSql(`${nextCards},
  open (card, day) as (
    select id, (select min(day) from card_days where card_id = id and day >= ${fortnightDays} * coalesce(
      (select max(fortnight) + 1 from card_fortnights where card_id = id), 0)) from cards),
  asked (card, number) as materialized (
    select card, day / ${fortnightDays} from open where day / ${fortnightDays} <= ?1 order by card limit ${maxPerStatement})`)}
  returning card_id as card`

type Totals = { views: number; clicks: number; saves: number; visitors: number }
type DayRow = Totals & { day: number; counts: string; bursts: string | null }
type FortnightRow = Totals & {
  fortnight: number
  hours: string
  counts: string
  bursts: string | null
}

/** Returns the differences of a card's fortnight rollups, by the first day of the fortnight. */
export async function verifyFortnights(
  db: D1Database,
  cardId: number,
): Promise<{ day: number; what: string }[]> {
  const { results } = await db
    .prepare('select * from card_fortnights where card_id = ? order by fortnight')
    .bind(cardId)
    .all<FortnightRow>()
  const end = ((results.at(-1)?.fortnight ?? -1) + 1) * fortnightDays
  const days = await db
    .prepare('select * from card_days where card_id = ? and day < ?')
    .bind(cardId, end)
    .all<DayRow>()
  const stored = new Map(results.map((row) => [row.fortnight, storedValues(row)]))
  const summed = addUp(days.results)
  return [...new Set([...stored.keys(), ...summed.keys()])].flatMap((fortnight) => {
    const what = difference(stored.get(fortnight), summed.get(fortnight))
    return what ? [{ day: fortnight * fortnightDays, what }] : []
  })
}

type Values = Map<string, number>

function storedValues(row: FortnightRow): Values {
  const values: Counts = new Map(Object.entries<number>(JSON.parse(row.counts)))
  const flat: number[] = JSON.parse(row.hours)
  for (let at = 0; at < flat.length; at += 4)
    for (const [index, kind] of ['view', 'click', 'save'].entries())
      add(values, `${kind}s in hour ${flat[at]}`, flat[at + 1 + index] ?? 0)
  const bursts: Bursts = new Map()
  addBursts(bursts, row.bursts)
  return addTotals(withBursts(values, bursts), row)
}

function withBursts(values: Values, bursts: Bursts): Values {
  for (const { kind, events, largest } of readBursts(bursts)) {
    add(values, `${kind} in bursts`, events)
    add(values, `${kind} in the largest burst`, largest)
  }
  return values
}

function addUp(days: DayRow[]): Map<number, Values> {
  const sums = new Map<number, Values>()
  const bursts = new Map<number, Bursts>()
  for (const row of days) {
    const fortnight = Math.floor(row.day / fortnightDays)
    const values = sums.get(fortnight) ?? new Map()
    sums.set(fortnight, addTotals(values, row))
    const known = bursts.get(fortnight) ?? new Map()
    bursts.set(fortnight, known)
    addBursts(known, row.bursts)
    addStored(values, JSON.parse(row.counts), (hour, kind, count) =>
      add(values, `${kind}s in hour ${(row.day % fortnightDays) * 24 + hour}`, count),
    )
  }
  for (const [fortnight, found] of bursts) withBursts(sums.get(fortnight) ?? new Map(), found)
  return sums
}

function addTotals(values: Values, row: Totals): Values {
  for (const name of ['views', 'clicks', 'saves', 'visitors'] as const) add(values, name, row[name])
  return values
}

function add(values: Values, key: string, count: number): void {
  if (count !== 0) values.set(key, (values.get(key) ?? 0) + count)
}

function difference(stored: Values = new Map(), summed: Values = new Map()): string | undefined {
  const keys = [...stored.keys(), ...summed.keys()]
  const key = keys.find((name) => (stored.get(name) ?? 0) !== (summed.get(name) ?? 0))
  return key && `${key}: fortnight ${stored.get(key) ?? 0}, days ${summed.get(key) ?? 0}`
}
