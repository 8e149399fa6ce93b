/**
 * Dead letters: events that could not be recorded. They are kept in the table `dead_events` or, if the database does not
 * accept them, in R2, and can be recorded again. So can the events that wait in the table `event_inbox`.
 */
import * as z from 'zod/mini'
import { CardEvent } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { isStatementTooLarge, isTransientStorageError, repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { storePendingEvents } from './enqueue.ts'
import { recordEvents } from './record.ts'
import {
  analyticsDatabases,
  analyticsOf,
  databaseNamed,
  findMisplacedShards,
  shardOf,
} from './shards.ts'

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

// A D1 value has at most 2 MB. The last letter may exceed this by a queue message, which has at most 128 KB.
const maxStatementBytes = 1_000_000

/** `event` is the message body as received, in JSON. A letter with the same `key` is stored once. */
export const DeadLetter = z.object({ key: z.string(), event: z.string() })
export type DeadLetter = z.infer<typeof DeadLetter>

/** Stores dead letters until `npm run events:replay`: in the database or, if it does not accept them, in R2. */
export async function storeDeadLetters(
  env: Pick<Bindings, 'ANALYTICS' | 'MEDIA'>,
  dead: DeadLetter[],
): Promise<void> {
  const failure = await storeInDatabase(env.ANALYTICS, dead).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failure) return
  log('error', 'storing dead letters', failure)
  await putDeadLetters(env, dead)
}

/** Stores dead letters in the database. Throws if it does not accept them. */
async function storeInDatabase(db: D1Database, dead: DeadLetter[]): Promise<void> {
  let part: DeadLetter[] = []
  let size = 0
  for (const each of dead) {
    part.push(each)
    size += each.event.length
    if (size < maxStatementBytes) continue
    await repeatable(() => insertDeadLetters(db, part).run())
    part = []
    size = 0
  }
  if (part.length > 0) await repeatable(() => insertDeadLetters(db, part).run())
}

/** Returns the statement that stores dead letters of up to 1 MB in the database. */
function insertDeadLetters(db: D1Database, dead: DeadLetter[]): D1PreparedStatement {
  return db
    .prepare(
      `insert or ignore into dead_events (key, event, received_at)
       select value ->> 'key', value ->> 'event', ?2 from json_each(?1)`,
    )
    .bind(JSON.stringify(dead), Date.now())
}

// Dead letters in R2, which works without the databases and, unlike a queue, keeps objects without a time limit. The
// cron records them as soon as the databases accept them.

const folder = 'dead-events/'

type Bucket = Pick<Bindings, 'MEDIA'>

/** Stores dead letters in R2, as one object with a line of JSON for each. */
export async function putDeadLetters({ MEDIA }: Bucket, dead: DeadLetter[]): Promise<void> {
  const lines = dead.map((letter) => `${JSON.stringify(letter)}\n`)
  await MEDIA.put(
    `${folder}${new Date().toISOString()}-${crypto.randomUUID()}.ndjson`,
    lines.join(''),
    { httpMetadata: { contentType: 'application/x-ndjson' } },
  )
}

/** True if dead letters are in R2. */
export async function hasDeadLetterObjects({ MEDIA }: Bucket): Promise<boolean> {
  return (await MEDIA.list({ prefix: folder, limit: 1 })).objects.length > 0
}

/** Returns the oldest object after a key; undefined at the end. */
async function nextDeadLetterObject(
  { MEDIA }: Bucket,
  startAfter: string | undefined,
): Promise<R2Object | undefined> {
  return (await MEDIA.list({ prefix: folder, startAfter, limit: 1 })).objects[0]
}

/** Returns the dead letters of an object; none if it was deleted meanwhile. */
async function readDeadLetters({ MEDIA }: Bucket, key: string): Promise<DeadLetter[]> {
  const object = await MEDIA.get(key)
  const lines = object ? (await object.text()).trimEnd().split('\n') : []
  return lines.map((line) => DeadLetter.parse(JSON.parse(line)))
}

// Recording again, from the tables and from R2. Events of a misplaced shard, which is being moved to another database,
// are not recorded yet.

const pageSize = 1000

type Table = 'event_inbox' | 'dead_events'
type ParsedRow = DeadLetter & { parsed: CardEvent }
type ReplayResult = { recorded: number; left: number }
type Source = { db: D1Database; table: Table; since: number }
/** `left` cannot be recorded; `misplaced` counts the events of misplaced shards. */
type Outcome = { recorded: number; left: DeadLetter[]; misplaced: number }

/**
 * Step of a cron job: records the next thousand events of a database's inbox. Those that cannot be recorded become dead
 * letters. Idempotent.
 */
export async function recordInbox(
  env: Bindings,
  { from, database }: Pick<StepContext, 'from' | 'database'>,
): Promise<string | undefined> {
  const source = { db: databaseNamed(env, database), table: 'event_inbox', since: 0 } as const
  const { left, next } = await replayPage(env, source, typeof from === 'string' ? from : '')
  if (left.length > 0)
    await repeatable(() =>
      source.db.batch([
        insertDeadLetters(source.db, left),
        deleteRows(source.db, 'event_inbox', left),
      ]),
    )
  return next
}

/** Step of a cron job: records the events of the next object in R2. Idempotent. */
export async function recordStoredEvents(
  env: Bindings,
  { from }: Pick<StepContext, 'from'>,
): Promise<string | undefined> {
  const object = await nextDeadLetterObject(env, typeof from === 'string' ? from : undefined)
  if (object) await replayObject(env, object.key, await findMisplacedShards(env))
  return object?.key
}

/**
 * Records pending events and dead letters received at `since` (Unix milliseconds) or later. Those that still cannot be
 * recorded stay. Idempotent.
 */
export async function replayEvents(env: Bindings, since = 0): Promise<ReplayResult> {
  // The objects first, because what cannot be recorded moves from them to the tables.
  const total = { recorded: await replayObjects(env, since), left: 0 }
  for (const db of analyticsDatabases(env)) {
    for (const table of ['event_inbox', 'dead_events'] as const) {
      const { recorded, left, misplaced } = await replayTable(env, { db, table, since })
      total.recorded += recorded
      total.left += left.length + misplaced
    }
  }
  return total
}

/** Records the objects in R2 that were stored at `since` or later; returns the number of events. */
async function replayObjects(env: Bindings, since: number): Promise<number> {
  const misplaced = await findMisplacedShards(env)
  let recorded = 0
  for (let last: R2Object | undefined; ; ) {
    last = await nextDeadLetterObject(env, last?.key)
    if (!last) return recorded
    if (last.uploaded.getTime() >= since) recorded += await replayObject(env, last.key, misplaced)
  }
}

/**
 * Records the events of an object; returns how many. Deletes it once each of them is recorded, waits in `event_inbox` or
 * is kept in `dead_events`. Idempotent.
 */
async function replayObject(env: Bindings, key: string, misplaced: Set<number>): Promise<number> {
  const { valid, invalid } = parseRows(await readDeadLetters(env, key))
  const isMisplaced = ({ parsed }: ParsedRow) => misplaced.has(shardOf(parsed.cardId))
  const ready = valid.filter((row) => !isMisplaced(row))
  const failed = await bisect(ready, (part) => recordEvents(env, eventsOf(part)))
  await storePendingEvents(env, eventsOf(valid.filter(isMisplaced)))
  await storeInDatabase(env.ANALYTICS, [...invalid, ...failed])
  await env.MEDIA.delete(key)
  return ready.length - failed.length
}

async function replayTable(env: Bindings, source: Source): Promise<Outcome> {
  const total: Outcome = { recorded: 0, left: [], misplaced: 0 }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await replayPage(env, source, after)
    total.recorded += page.recorded
    total.left.push(...page.left)
    total.misplaced += page.misplaced
    after = page.next
  }
  return total
}

/** Records the rows after a key. Returns the last key as `next`; undefined at the end. */
async function replayPage(
  env: Bindings,
  source: Source,
  after: string,
): Promise<Outcome & { next: string | undefined }> {
  const rows = await nextRows(source, after)
  const next = rows.length < pageSize ? undefined : rows.at(-1)?.key
  if (rows.length === 0) return { recorded: 0, left: [], misplaced: 0, next }
  const misplaced = await findMisplacedShards(env)
  const { valid, invalid } = parseRows(rows)
  const ready = valid.filter(({ parsed }) => !misplaced.has(shardOf(parsed.cardId)))
  const failed = await bisect(ready, (part) => recordAndDelete(env, source, part))
  return {
    recorded: ready.length - failed.length,
    left: [...invalid, ...failed],
    misplaced: valid.length - ready.length,
    next,
  }
}

/**
 * Deletes each row in the transaction that records its event. If the card has been moved to another database, deletes the
 * row afterwards; if that fails, the event is recorded again and still counts once.
 */
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
  await repeatable(() => deleteRows(db, table, elsewhere).run())
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

/** Separates the rows that are events from the others. */
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
