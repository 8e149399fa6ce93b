/** Runs in workerd: times reports and history pages, and records the events that they read. */
import { accountReport } from '../worker/analytics/account-report.ts'
import { cardReport, readHistory } from '../worker/analytics/card-report.ts'
import type { Bindings } from '../worker/env.ts'
import { chunk } from '../worker/testing/chunk.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { sumFortnights } from '../worker/tracking/rollup-fortnights.ts'
import { numberedEvent } from './event-factory.ts'
import { meteredBindings, noCounts } from './intercepted-bindings.ts'

/** Milliseconds of each call, and the SQL milliseconds and rows read that D1 reports for it. */
export type Timed = {
  calls: { milliseconds: number; sql: number; rowsRead: number }[]
  events: number
}

const batch = 1000
const cities = 30

type Filling = { events: number; start: number; cardId: number; at: number }

/** Records events of a card on the UTC day that begins at `at`. */
export async function fill(env: Bindings, { events, start, cardId, at }: Filling) {
  const made = Array.from({ length: events }, (_, index) => ({
    ...numberedEvent(start + index, { at, cardId }),
    place: placeOf(start + index),
  }))
  for (const some of chunk(batch, made)) await recordEvents(env, some)
}

// Thirty cities; more than half of the events come from the first ten.
function placeOf(number: number): string {
  const city = Math.floor(cities * (((number * 7919) % 10_007) / 10_007) ** 2)
  return `DE|Region ${city % 16}|City ${city}`
}

export async function sumAllFortnights(env: Bindings) {
  const context = { now: Date.now(), database: 'ANALYTICS' }
  let from = await sumFortnights(env, { ...context, from: undefined })
  while (from) from = await sumFortnights(env, { ...context, from })
}

export function report(env: Bindings, { times, cardId }: { times: number; cardId: number }) {
  return time(env, times, async (bindings) => {
    const card = { id: cardId, name: null, slug: 'bench' }
    const query = { range: 'yearly', zone: 'Europe/Berlin', rows: 25 } as const
    const { allTime } = await cardReport(bindings, { card, query, withContent: false })
    return allTime.views + allTime.clicks + allTime.saves
  })
}

type Page = { times: number; cardId: number; before?: string }

export function history(env: Bindings, { times, cardId, before }: Page) {
  return time(env, times, async (bindings) => {
    const page = await readHistory(bindings, { cardId, before, kind: 'views', limit: 25 })
    return page.rows.length
  })
}

export function account(env: Bindings, { times, cards: ids }: { times: number; cards: number[] }) {
  const cards = ids.map((id) => ({ id, name: null, state: 'live' as const, slug: `card-${id}` }))
  return time(env, times, async (bindings) => {
    const query = { timeframe: 'all', zone: 'Europe/Berlin' } as const
    // A new key each time, because reports of this many cards are cached.
    const scope = { key: crypto.randomUUID(), owner: null, ownerId: null, cards }
    const { summary } = await accountReport(bindings, scope, query)
    return summary.views + summary.clicks + summary.saves
  })
}

/** Runs the work `times` times: once to time it and once to count. `work` returns how many events it counted or listed. */
async function time(
  env: Bindings,
  times: number,
  work: (env: Bindings) => Promise<number>,
): Promise<Timed> {
  const calls: Timed['calls'] = []
  let events = 0
  while (calls.length < times) {
    const started = performance.now()
    events = await work(env)
    const milliseconds = performance.now() - started
    const counts = noCounts()
    await work(meteredBindings(env, counts))
    calls.push({ milliseconds, sql: counts.sqlMilliseconds, rowsRead: counts.rowsRead })
  }
  return { calls, events }
}
