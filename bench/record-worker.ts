/** Runs in workerd: records events as the product does or with one insert each, and returns the time and rows written. */

import { shareCodeAlphabet } from '../schema/share-points/share-point.ts'
import type { CardEvent } from '../schema/tracking/event.ts'
import type { Bindings } from '../worker/env.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { makeEvent } from './event-factory.ts'

export type Task = {
  way: 'recorded' | 'one insert each'
  events: number
  batch: number
  cards: number
  /** Number of share points of card 1 (`AAAAAA`, `AAAAAB` and so on). Each event names one of them. */
  points?: number
  start: number
  at: number
}
export type Result = { milliseconds: number; rowsWritten: number; visitorRows: number }

const realNow = Date.now

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const task = await request.json<Task>()
    // The clock is set back: events recorded a day later would count as late.
    const behind = realNow() - task.at
    Date.now = () => realNow() - behind
    const { at, cards, start, points = 0 } = task
    await makeSharePoints(env.DB, points)
    const events = Array.from({ length: task.events }, (_, index) => {
      const event = makeEvent(start + index, { at, cardId: 1 + ((start + index) % cards), days: 1 })
      return points > 0 ? { ...event, source: codeOf(index % points) } : event
    })
    const writes = { rows: 0 }
    const counted = { ...env, ANALYTICS: countingRows(env.ANALYTICS, writes) }
    const visitorsBefore = await countVisitors(env)
    const started = Date.now()
    if (task.way === 'recorded') await record(counted, events, task.batch)
    else await insertEach(counted.ANALYTICS, events)
    const milliseconds = Date.now() - started
    const visitorRows = (await countVisitors(env)) - visitorsBefore
    return Response.json({ milliseconds, rowsWritten: writes.rows, visitorRows } satisfies Result)
  },
}

function codeOf(number: number): string {
  return `AAAAA${shareCodeAlphabet.charAt(number)}`
}

async function makeSharePoints(db: D1Database, count: number) {
  const codes = Array.from({ length: count }, (_, number) => codeOf(number))
  await db
    .prepare(
      `insert or ignore into share_points (card_id, code, label, kind, created_at)
       select 1, value, value, 'booth', '' from json_each(?)`,
    )
    .bind(JSON.stringify(codes))
    .run()
}

async function record(env: Bindings, events: CardEvent[], batch: number) {
  for (let from = 0; from < events.length; from += batch)
    await recordEvents(env, events.slice(from, from + batch))
}

async function insertEach(db: D1Database, events: CardEvent[]) {
  const insert = db.prepare(
    'insert into bench_events (event_id, kind, card_id, timestamp, ip, place, device, link_type, link_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  for (const { id, kind, cardId, at, ip, place, device, linkType, linkId } of events) {
    await insert.bind(id, kind, cardId, at, ip, place, device, linkType, linkId).run()
  }
}

/** Wraps the database to add up the rows written, as D1 reports and bills them. */
function countingRows(db: D1Database, writes: { rows: number }): D1Database {
  const add = <T extends D1Result>(result: T): T => {
    writes.rows += result.meta.rows_written
    return result
  }
  return new Proxy(db, {
    get(target, name) {
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) =>
          (await target.batch(statements)).map(add)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function countVisitors(env: Bindings): Promise<number> {
  return (
    (await env.ANALYTICS.prepare('select count(*) from card_visitors').first<number>('count(*)')) ??
    0
  )
}
