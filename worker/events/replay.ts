/** Records pending events and dead letters again. */
import { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import {
  bisect,
  type DeadLetter,
  insertDeadLetters,
  listDeadLetterObjects,
  readDeadLetters,
  storeInDatabase,
} from './dead-letters.ts'
import { storePendingEvents } from './enqueue.ts'
import { recordEvents } from './record.ts'
import { findMisplacedShards } from './shard-guard.ts'
import { analyticsDatabases, analyticsOf, shardOf } from './shards.ts'

const pageSize = 1000
const maxObjectsMs = 20_000

type Table = 'event_inbox' | 'dead_events'
type ParsedRow = DeadLetter & { parsed: CardEvent }
type ReplayResult = { recorded: number; left: number }

/**
 * Cron job: records the events of the inbox, and for up to 20 s those stored in R2. Those that cannot be recorded become
 * dead letters. Idempotent.
 */
export async function recordPendingEvents(env: Bindings): Promise<ReplayResult> {
  const total = { recorded: 0, left: 0 }
  for (const db of analyticsDatabases(env)) {
    const { recorded, left } = await replayTable(env, { db, table: 'event_inbox', since: 0 })
    if (left.length > 0) {
      await db.batch([insertDeadLetters(db, left), deleteRows(db, 'event_inbox', left)])
    }
    total.recorded += recorded
    total.left += left.length
  }
  total.recorded += await replayObjects(env, { since: 0, until: Date.now() + maxObjectsMs })
  return total
}

/**
 * Records pending events and dead letters received at `since` (Unix milliseconds) or later. Those that still cannot be
 * recorded stay. Idempotent.
 */
export async function replayEvents(env: Bindings, since = 0): Promise<ReplayResult> {
  // First, because what cannot be recorded moves to the tables.
  const total = { recorded: await replayObjects(env, { since, until: Infinity }), left: 0 }
  for (const db of analyticsDatabases(env)) {
    for (const table of ['event_inbox', 'dead_events'] as const) {
      const { recorded, left, misplaced } = await replayTable(env, { db, table, since })
      total.recorded += recorded
      total.left += left.length + misplaced
    }
  }
  return total
}

/** Records the objects in R2 that were stored at `since` or later, until the time `until`; returns the events. */
async function replayObjects(
  env: Bindings,
  { since, until }: { since: number; until: number },
): Promise<number> {
  const shards = await findMisplacedShards(env)
  let recorded = 0
  for await (const { key, uploaded } of listDeadLetterObjects(env)) {
    if (Date.now() > until) return recorded
    if (uploaded.getTime() >= since) recorded += await replayObject(env, key, shards)
  }
  return recorded
}

// The object is deleted once each of its events is recorded, in the inbox or in `dead_events`: a repeat is harmless.
async function replayObject(env: Bindings, key: string, shards: Set<number>): Promise<number> {
  const { valid, invalid } = parseRows(await readDeadLetters(env, key))
  const isMisplaced = ({ parsed }: ParsedRow) => shards.has(shardOf(parsed.cardId))
  const ready = valid.filter((row) => !isMisplaced(row))
  const failed = await bisect(ready, (part) => recordEvents(env, eventsOf(part)))
  await storePendingEvents(env, eventsOf(valid.filter(isMisplaced)))
  await storeInDatabase(env.ANALYTICS, [...invalid, ...failed])
  await env.MEDIA.delete(key)
  return ready.length - failed.length
}

type Source = { db: D1Database; table: Table; since: number }

type Outcome = { recorded: number; left: DeadLetter[]; misplaced: number }

// Events of a shard that is being moved stay where they are.
async function replayTable(env: Bindings, source: Source): Promise<Outcome> {
  const left: DeadLetter[] = []
  let recorded = 0
  let misplaced = 0
  const shards = await findMisplacedShards(env)
  for (let after = ''; ; ) {
    const rows = await nextRows(source, after)
    const last = rows.at(-1)
    if (!last) return { recorded, left, misplaced }
    const { valid, invalid } = parseRows(rows)
    const ready = valid.filter(({ parsed }) => !shards.has(shardOf(parsed.cardId)))
    const failed = await bisect(ready, (part) => recordAndDelete(env, source, part))
    left.push(...invalid, ...failed)
    recorded += ready.length - failed.length
    misplaced += valid.length - ready.length
    after = last.key
  }
}

// A row is deleted in the transaction that records its event. If its card was moved to another database since, it is
// deleted afterwards: an event that is recorded again is counted once.
async function recordAndDelete(
  env: Bindings,
  { db, table }: Source,
  part: ParsedRow[],
): Promise<void> {
  const isHere = ({ parsed }: ParsedRow) => analyticsOf(env, parsed.cardId) === db
  const here = part.filter(isHere)
  const elsewhere = part.filter((row) => !isHere(row))
  if (here.length > 0) await recordEvents(env, eventsOf(here), [deleteRows(db, table, here)])
  if (elsewhere.length === 0) return
  await recordEvents(env, eventsOf(elsewhere))
  await deleteRows(db, table, elsewhere).run()
}

function eventsOf(rows: ParsedRow[]): CardEvent[] {
  return rows.map(({ parsed }) => parsed)
}

async function nextRows({ db, table, since }: Source, after: string): Promise<DeadLetter[]> {
  const { results } = await db
    .prepare(
      `select key, event from ${table} where key > ? and received_at >= ? order by key limit ?`,
    )
    .bind(after, since, pageSize)
    .all<DeadLetter>()
  return results
}

function parseRows(rows: DeadLetter[]): { valid: ParsedRow[]; invalid: DeadLetter[] } {
  const valid: ParsedRow[] = []
  const invalid: DeadLetter[] = []
  for (const row of rows) {
    const { success, data } = CardEvent.safeParse(parseJson(row.event))
    if (success) valid.push({ ...row, parsed: data })
    else invalid.push(row)
  }
  return { valid, invalid }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function deleteRows(db: D1Database, table: Table, rows: DeadLetter[]): D1PreparedStatement {
  return db
    .prepare(`delete from ${table} where key in (select value from json_each(?))`)
    .bind(JSON.stringify(rows.map(({ key }) => key)))
}
