/** Dead letters: events that cannot be recorded, in the database or, if that does not accept them, in R2. */
import * as z from 'zod/mini'
import type { Bindings } from '../env.ts'
import { isStatementTooLarge, isTransientStorageError, repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'

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
export const DeadLetter = z.object({ key: z.string(), event: z.string() })
export type DeadLetter = z.infer<typeof DeadLetter>

/**
 * Stores dead letters until `npm run events:replay`: in the database or, if it does not accept them, in R2. A key that
 * exists is not overwritten.
 */
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
export async function storeInDatabase(db: D1Database, dead: DeadLetter[]): Promise<void> {
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
export function insertDeadLetters(db: D1Database, dead: DeadLetter[]): D1PreparedStatement {
  return db
    .prepare(
      `insert or ignore into dead_events (key, event, received_at)
       select value ->> 'key', value ->> 'event', ?2 from json_each(?1)`,
    )
    .bind(JSON.stringify(dead), Date.now())
}

// Objects in R2, which needs no database and has no time limit, unlike a queue. The cron records them as soon as the
// databases accept them.

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
export async function nextDeadLetterObject(
  { MEDIA }: Bucket,
  startAfter: string | undefined,
): Promise<R2Object | undefined> {
  return (await MEDIA.list({ prefix: folder, startAfter, limit: 1 })).objects[0]
}

/** Returns the dead letters of an object; none if it was deleted meanwhile. */
export async function readDeadLetters({ MEDIA }: Bucket, key: string): Promise<DeadLetter[]> {
  const object = await MEDIA.get(key)
  const lines = object ? (await object.text()).trimEnd().split('\n') : []
  return lines.map((line) => DeadLetter.parse(JSON.parse(line)))
}
