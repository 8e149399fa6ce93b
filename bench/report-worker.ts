/** Runs in workerd: inserts events, or measures reports and history pages. */
import type { CardEvent } from '../schema/event.ts'
import { accountReport } from '../worker/analytics/account-report.ts'
import { cardReport } from '../worker/analytics/card-report.ts'
import { readHistory } from '../worker/analytics/history.ts'
import type { Bindings } from '../worker/env.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { sumFortnights } from '../worker/tracking/rollup-fortnights.ts'
import { consumeAll, makeEvent } from './event-factory.ts'
import { metered } from './metered-d1.ts'

export type Task =
  | { fill: number; start: number; cardId: number; at: number }
  | { consume: number; start: number; cardId: number; at: number }
  | { sumFortnights: true }
  | {
      report: number
      cardId: number
      from: 'days' | 'events'
      range?: 'yearly' | 'monthly'
      now?: number
    }
  | { account: number; cards: number[] }
  | { history: number; cardId: number; before?: string }
/** `events` is the number of events that a call counted or listed. */
export type Result = { calls: Call[]; events: number }
/** Total milliseconds, and the SQL milliseconds and rows read that D1 reports. */
export type Call = { milliseconds: number; sql: number; rowsRead: number }

const batch = 1000
const cities = 30

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const task = await request.json<Task>()
    return Response.json((await runTask(env, task)) satisfies Result)
  },
}

function runTask(env: Bindings, task: Task): Promise<Result> {
  if ('fill' in task) return fill(env, task)
  if ('consume' in task) return consume(env, task)
  if ('sumFortnights' in task) return time(env, 1, sumAll)
  if ('history' in task)
    return time(env, task.history, async (counted) => {
      const { cardId, before } = task
      const page = await readHistory(counted, { cardId, before, kind: 'views', limit: 25 })
      return page.rows.length
    })
  if ('account' in task) return time(env, task.account, readAccount(task.cards))
  const { cardId, range, report, now } = task
  if (task.from === 'events')
    return time(env, report, (counted) => reportFromEvents(counted.ANALYTICS, cardId))
  return time(env, report, async (counted) => {
    const card = { id: cardId, name: null, slug: 'bench' }
    const query = { range, zone: 'Europe/Berlin', rows: 25 }
    const { allTime } = await cardReport(counted, { card, query, withContent: false, now })
    return allTime.views + allTime.clicks + allTime.saves
  })
}

async function sumAll(env: Bindings): Promise<number> {
  const context = { now: Date.now(), database: 'ANALYTICS' }
  let from = await sumFortnights(env, { ...context, from: undefined })
  while (from) from = await sumFortnights(env, { ...context, from })
  return 0
}

function readAccount(ids: number[]) {
  const cards = ids.map((id) => ({ id, name: null, state: 'live' as const, slug: `card-${id}` }))
  return async (env: Bindings) => {
    const query = { timeframe: 'all', zone: 'Europe/Berlin' } as const
    // A new key each time, because reports of this many cards are cached.
    const scope = { key: crypto.randomUUID(), owner: null, ownerId: null, cards }
    const { summary } = await accountReport(env, scope, query)
    return summary.views + summary.clicks + summary.saves
  }
}

const realNow = Date.now

type Consuming = { consume: number; start: number; cardId: number; at: number }

async function consume(
  env: Bindings,
  { consume: length, start, cardId, at }: Consuming,
): Promise<Result> {
  // The clock is set back: events recorded a day later would count as late.
  Date.now = () => at
  await consumeAll(env, { start, length }, (number) => makeFrom(number, cardId, at))
  Date.now = realNow
  return { calls: [], events: length }
}

type Filling = { fill: number; start: number; cardId: number; at: number }

async function fill(env: Bindings, { fill: events, start, cardId, at }: Filling): Promise<Result> {
  for (let from = start; from < start + events; from += batch) {
    const length = Math.min(batch, start + events - from)
    const batchEvents = Array.from({ length }, (_, index) => makeFrom(from + index, cardId, at))
    await recordEvents(env, batchEvents)
  }
  return { calls: [], events }
}

function makeFrom(number: number, cardId: number, at: number): CardEvent {
  return { ...makeEvent(number, { at, cardId, days: 1 }), place: placeOf(number) }
}

// Thirty cities; more than half of the events come from the first ten.
function placeOf(number: number): string {
  const city = Math.floor(cities * (((number * 7919) % 10_007) / 10_007) ** 2)
  return `DE|Region ${city % 16}|City ${city}`
}

async function time(
  env: Bindings,
  calls: number,
  work: (env: Bindings) => Promise<number>,
): Promise<Result> {
  const done: Call[] = []
  let events = 0
  for (let call = 0; call < calls; call += 1) {
    const sum = { sql: 0, rowsRead: 0 }
    const counted = { ...env, DB: metered(env.DB, sum), ANALYTICS: metered(env.ANALYTICS, sum) }
    const started = performance.now()
    events = await work(counted)
    done.push({ milliseconds: performance.now() - started, ...sum })
  }
  return { calls: done, events }
}

const kinds = [
  { table: 'card_views', by: 'viewer' },
  { table: 'card_clicks', by: 'clicker' },
  { table: 'card_saves', by: 'saver' },
]

/** The baseline: computes the same figures from the card's events. Returns the number of events. */
async function reportFromEvents(db: D1Database, cardId: number): Promise<number> {
  const group = (table: string, value: string) =>
    `select ${value} as value, count(*) as count from ${table} where card_id = ?1 and left_out is null group by 1`
  const perKind = kinds.flatMap(({ table, by }) => [
    group(table, 'timestamp / 3600000'),
    group(table, `${by}_location`),
    group(table, `${by}_device`),
    group(table, 'source'),
    `select left_out, count(*) from ${table} where card_id = ?1 and left_out is not null group by 1`,
    `select * from ${table} where card_id = ?1 and left_out is null order by timestamp desc, id desc limit 26`,
  ])
  const others = [
    group('card_clicks', "link_type || ':' || link_id"),
    'select count(*) from card_visitors where card_id = ?1',
    'select sum(dwell_ms), count(*) from card_views where card_id = ?1 and dwell_ms > 0',
  ]
  const results = await db.batch<{ count: number }>(
    [...perKind, ...others].map((sql) => db.prepare(sql).bind(cardId)),
  )
  const hours = [0, 6, 12].flatMap((index) => results[index]?.results ?? [])
  return hours.reduce((sum, { count }) => sum + count, 0)
}
