/** Stores events that cannot be recorded as dead letters, and records pending and dead events again. */
import { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { isStatementTooLarge, isTransientStorageError } from '../platform/storage-errors.ts'
import { recordEvents } from './record.ts'
import { shardsAway } from './shard-fence.ts'
import { analyticsDatabases, analyticsOf, shardOf } from './shards.ts'

/**
 * Runs the work with all items; if it fails, with each half, down to single items. Returns the items that fail.
 * Throws the error if the storage is temporarily unavailable; the items done before stay done.
 */
export async function bisect<T>(items: T[], work: (part: T[]) => Promise<unknown>): Promise<T[]> {
  if (items.length === 0) return []
  const failure = await work(items).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failure) return []
  const divisible = items.length > 1 && isStatementTooLarge(failure.error)
  if (isTransientStorageError(failure.error) && !divisible) throw failure.error
  if (items.length === 1) {
    log('warn', 'recording an event', { error: failure.error })
    return items
  }
  const middle = Math.ceil(items.length / 2)
  const first = await bisect(items.slice(0, middle), work)
  return [...first, ...(await bisect(items.slice(middle), work))]
}

// A D1 value has at most 2 MB, a queue message at most 128 KB.
const maxStatementBytes = 1_000_000

/** `event` is the message body as received, in JSON. */
export type DeadLetter = { key: string; event: string }

/** Stores dead letters, until `npm run events:replay`. A key that exists is not overwritten. */
export async function storeDeadLetters(db: D1Database, dead: DeadLetter[]): Promise<void> {
  let part: DeadLetter[] = []
  let size = 0
  for (const each of dead) {
    part.push(each)
    size += each.event.length
    if (size < maxStatementBytes) continue
    await insertDeadLetters(db, part).run()
    part = []
    size = 0
  }
  if (part.length > 0) await insertDeadLetters(db, part).run()
}

function insertDeadLetters(db: D1Database, dead: DeadLetter[]): D1PreparedStatement {
  return db
    .prepare(
      `insert or ignore into dead_events (key, event, received_at)
       select value ->> 'key', value ->> 'event', ?2 from json_each(?1)`,
    )
    .bind(JSON.stringify(dead), Date.now())
}

const pageSize = 1000

type Table = 'event_inbox' | 'dead_events'
type Row = { key: string; event: string }
type ParsedRow = Row & { parsed: CardEvent }
export type ReplayResult = { recorded: number; left: number }

/** Cron job: records the events of the inbox. Those that cannot be recorded become dead letters. Idempotent. */
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
  return total
}

/**
 * Records pending events and dead letters received at `since` (Unix milliseconds) or later. Those that still cannot be
 * recorded stay. Idempotent.
 */
export async function replayEvents(env: Bindings, since = 0): Promise<ReplayResult> {
  const total = { recorded: 0, left: 0 }
  for (const db of analyticsDatabases(env)) {
    for (const table of ['event_inbox', 'dead_events'] as const) {
      const { recorded, left, away } = await replayTable(env, { db, table, since })
      total.recorded += recorded
      total.left += left.length + away
    }
  }
  return total
}

type Source = { db: D1Database; table: Table; since: number }

type Outcome = { recorded: number; left: Row[]; away: number }

// Events of a shard that is being moved stay where they are.
async function replayTable(env: Bindings, source: Source): Promise<Outcome> {
  const left: Row[] = []
  let recorded = 0
  let away = 0
  const shards = await shardsAway(env)
  for (let after = ''; ; ) {
    const rows = await nextRows(source, after)
    const last = rows.at(-1)
    if (!last) return { recorded, left, away }
    const { valid, invalid } = parseRows(rows)
    const ready = valid.filter(({ parsed }) => !shards.has(shardOf(parsed.cardId)))
    const failed = await bisect(ready, (part) => recordAndDelete(env, source, part))
    left.push(...invalid, ...failed)
    recorded += ready.length - failed.length
    away += valid.length - ready.length
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
  const eventsOf = (rows: ParsedRow[]) => rows.map(({ parsed }) => parsed)
  const isHere = ({ parsed }: ParsedRow) => analyticsOf(env, parsed.cardId) === db
  const here = part.filter(isHere)
  const elsewhere = part.filter((row) => !isHere(row))
  if (here.length > 0) await recordEvents(env, eventsOf(here), [deleteRows(db, table, here)])
  if (elsewhere.length === 0) return
  await recordEvents(env, eventsOf(elsewhere))
  await deleteRows(db, table, elsewhere).run()
}

async function nextRows({ db, table, since }: Source, after: string): Promise<Row[]> {
  const { results } = await db
    .prepare(
      `select key, event from ${table} where key > ? and received_at >= ? order by key limit ?`,
    )
    .bind(after, since, pageSize)
    .all<Row>()
  return results
}

function parseRows(rows: Row[]): { valid: ParsedRow[]; invalid: Row[] } {
  const valid: ParsedRow[] = []
  const invalid: Row[] = []
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

function deleteRows(db: D1Database, table: Table, rows: Row[]): D1PreparedStatement {
  return db
    .prepare(`delete from ${table} where key in (select value from json_each(?))`)
    .bind(JSON.stringify(rows.map(({ key }) => key)))
}
