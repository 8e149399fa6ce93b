/** Runs in workerd: inserts events, or measures reports and history pages. */
import type { CardEvent } from '../schema/tracking/event.ts'
import { accountReport } from '../worker/analytics/account-report.ts'
import { cardReport } from '../worker/analytics/card-report.ts'
import { readHistory } from '../worker/analytics/history.ts'
import type { Bindings } from '../worker/env.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { sumFortnights } from '../worker/tracking/rollup-fortnights.ts'
import { makeEvent } from './event-factory.ts'

export type Task =
  | { fill: number; start: number; cardId: number; at: number }
  | { sumFortnights: true }
  | { report: number; cardId: number }
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
  if ('sumFortnights' in task) return time(env, 1, sumAll)
  if ('history' in task)
    return time(env, task.history, async (counted) => {
      const { cardId, before } = task
      const page = await readHistory(counted, { cardId, before, kind: 'views', limit: 25 })
      return page.rows.length
    })
  if ('account' in task) return time(env, task.account, readAccount(task.cards))
  const { cardId, report } = task
  return time(env, report, async (counted) => {
    const card = { id: cardId, name: null, slug: 'bench' }
    const query = { range: 'yearly', zone: 'Europe/Berlin', rows: 25 } as const
    const { allTime } = await cardReport(counted, { card, query, withContent: false })
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

/** Wraps the database to add up the durations and rows read that D1 reports. */
function metered(db: D1Database, sum: Omit<Call, 'milliseconds'>): D1Database {
  const note = (results: D1Result[]) => {
    for (const { meta } of results) {
      sum.sql += meta.duration
      sum.rowsRead += meta.rows_read
    }
  }
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values))
        if (name === 'raw')
          return async () => {
            const found = await target.all()
            note([found])
            return found.results.map((row) => Object.values(row))
          }
        return async () => {
          const found = await target.all()
          note([found])
          return found
        }
      },
    })
    statements.set(proxy, statement)
    return proxy
  }
  return new Proxy(db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => wrap(target.prepare(sql))
        : async (list: D1PreparedStatement[]) => {
            const found = await target.batch(list.map((one) => statements.get(one) ?? one))
            note(found)
            return found
          },
  })
}
