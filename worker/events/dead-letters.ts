/** Finding the one item that spoils a batch. */

import { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { isStatementTooLarge, isStorageTrouble } from '../platform/storage-errors.ts'
import { recordEvents } from './record.ts'
import { shardsAway } from './shard-fence.ts'
import { analyticsDatabases, analyticsOf, shardOf } from './shards.ts'

/**
 * Does the work with all items, or where that fails with each half, down to single ones; returns those it cannot be
 * done with. Storage that cannot serve now is nobody's fault: its error is thrown, and what was done stays done.
 */
export async function bisect<T>(items: T[], work: (part: T[]) => Promise<unknown>): Promise<T[]> {
  if (items.length === 0) return []
  const failure = await work(items).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failure) return []
  const divisible = items.length > 1 && isStatementTooLarge(failure.error)
  if (isStorageTrouble(failure.error) && !divisible) throw failure.error
  if (items.length === 1) {
    log('warn', 'recording an event', { error: failure.error })
    return items
  }
  const middle = Math.ceil(items.length / 2)
  const first = await bisect(items.slice(0, middle), work)
  return [...first, ...(await bisect(items.slice(middle), work))]
}

/** Where messages end that could not be recorded, as they came, until `npm run events:replay`. */

// D1 takes 2 MB as one value; a message has at most 128 KB.
const maxStatementBytes = 1_000_000

export type DeadLetter = { key: string; event: string }

/** Keeps the messages; one that is kept already stays as it is. */
export async function storeDeadLetters(db: D1Database, dead: DeadLetter[]): Promise<void> {
  let some: DeadLetter[] = []
  let size = 0
  for (const each of dead) {
    some.push(each)
    size += each.event.length
    if (size < maxStatementBytes) continue
    await insertDeadLetters(db, some).run()
    some = []
    size = 0
  }
  if (some.length > 0) await insertDeadLetters(db, some).run()
}

function insertDeadLetters(db: D1Database, dead: DeadLetter[]): D1PreparedStatement {
  return db
    .prepare(
      `insert or ignore into dead_events (key, event, received_at)
       select value ->> 'key', value ->> 'event', ?2 from json_each(?1)`,
    )
    .bind(JSON.stringify(dead), Date.now())
}

// Moving on what waits in the inbox and among the dead: each row leaves in the transaction that records its event.

const pageSize = 1000

type Table = 'event_inbox' | 'dead_events'
type Row = { key: string; event: string }
type Waiting = Row & { read: CardEvent }
export type Moved = { recorded: number; left: number }

/** Records what waits in the inbox; what cannot be recorded joins the dead. For the cron, safe at any time. */
export async function recordPendingEvents(env: Bindings): Promise<Moved> {
  const total = { recorded: 0, left: 0 }
  for (const db of analyticsDatabases(env)) {
    const { recorded, left } = await moveOn(env, { db, table: 'event_inbox', since: 0 })
    if (left.length > 0) {
      await db.batch([insertDeadLetters(db, left), drop(db, 'event_inbox', left)])
    }
    total.recorded += recorded
    total.left += left.length
  }
  return total
}

/** Records what was received since then and waits anywhere; what still cannot be recorded stays. Safe at any time. */
export async function replayEvents(env: Bindings, since = 0): Promise<Moved> {
  const total = { recorded: 0, left: 0 }
  for (const db of analyticsDatabases(env)) {
    for (const table of ['event_inbox', 'dead_events'] as const) {
      const { recorded, left, away } = await moveOn(env, { db, table, since })
      total.recorded += recorded
      total.left += left.length + away
    }
  }
  return total
}

type From = { db: D1Database; table: Table; since: number }

type Outcome = { recorded: number; left: Row[]; away: number }

// Events of a shard that is being moved go on waiting.
async function moveOn(env: Bindings, from: From): Promise<Outcome> {
  const left: Row[] = []
  let recorded = 0
  let away = 0
  const shards = await shardsAway(env)
  for (let after = ''; ; ) {
    const rows = await nextRows(from, after)
    const last = rows.at(-1)
    if (!last) return { recorded, left, away }
    const { waiting, broken } = readAll(rows)
    const ready = waiting.filter(({ read }) => !shards.has(shardOf(read.cardId)))
    const failed = await bisect(ready, (part) => recordAndDrop(env, from, part))
    left.push(...broken, ...failed)
    recorded += ready.length - failed.length
    away += waiting.length - ready.length
    after = last.key
  }
}

// Of a card that has moved since, the event is recorded elsewhere first: twice, if need be, counts once.
async function recordAndDrop(env: Bindings, { db, table }: From, part: Waiting[]): Promise<void> {
  const eventsOf = (rows: Waiting[]) => rows.map(({ read }) => read)
  const isHere = ({ read }: Waiting) => analyticsOf(env, read.cardId) === db
  const here = part.filter(isHere)
  const elsewhere = part.filter((row) => !isHere(row))
  if (here.length > 0) await recordEvents(env, eventsOf(here), [drop(db, table, here)])
  if (elsewhere.length === 0) return
  await recordEvents(env, eventsOf(elsewhere))
  await drop(db, table, elsewhere).run()
}

async function nextRows({ db, table, since }: From, after: string): Promise<Row[]> {
  const { results } = await db
    .prepare(
      `select key, event from ${table} where key > ? and received_at >= ? order by key limit ?`,
    )
    .bind(after, since, pageSize)
    .all<Row>()
  return results
}

function readAll(rows: Row[]): { waiting: Waiting[]; broken: Row[] } {
  const waiting: Waiting[] = []
  const broken: Row[] = []
  for (const row of rows) {
    const read = CardEvent.safeParse(jsonOf(row.event))
    if (read.success) waiting.push({ ...row, read: read.data })
    else broken.push(row)
  }
  return { waiting, broken }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function drop(db: D1Database, table: Table, rows: Row[]): D1PreparedStatement {
  return db
    .prepare(`delete from ${table} where key in (select value from json_each(?))`)
    .bind(JSON.stringify(rows.map(({ key }) => key)))
}
