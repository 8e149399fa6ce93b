/** The random key of each day's visitor hashes. The cron makes it ahead, so that a visit only reads it. */
import { randomBytes } from 'node:crypto'
import type { Bindings } from '../env.ts'
import type { StepContext } from '../platform/job-step.ts'
import { repeatable } from '../platform/repeatable.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs, hourMs } from '../platform/time.ts'
import { withTimeout } from '../platform/timeout.ts'

// A day's key exists from two hours before the day.
const aheadMs = 2 * hourMs
// The page sends the visit in the background, so no visitor waits for this.
const timeoutMs = 3000
const backoffMs = 5000

type CachedKey = { key: string | null; until: number }
const keys = new WeakMap<D1Database, Map<number, CachedKey>>()

/**
 * Cron job: makes the keys of today and, in its last two hours, tomorrow, unless they exist, and deletes those of days
 * before yesterday.
 */
export async function rotateVisitorKeys(
  { ANALYTICS }: Pick<Bindings, 'ANALYTICS'>,
  { now }: Pick<StepContext, 'now'>,
): Promise<void> {
  const today = Math.floor(now / dayMs)
  const days = new Set([today, Math.floor((now + aheadMs) / dayMs)])
  await repeatable(() =>
    ANALYTICS.batch([
      ...[...days].map((day) => insertKey(ANALYTICS, day)),
      ANALYTICS.prepare('delete from visitor_salts where day < ?').bind(
        today - retentionDays.visitorKeys + 1,
      ),
    ]),
  )
}

/** Returns the key of a day (since 1970-01-01), or null if the database does not respond within 3 s. */
export async function visitorKey(db: D1Database, day: number): Promise<string | null> {
  // Caches values, not promises: the promise of a request that the runtime ended may never settle.
  const days = keys.get(db) ?? new Map<number, CachedKey>()
  keys.set(db, days)
  const known = days.get(day)
  if (known && known.until > Date.now()) return known.key
  const key = await withTimeout(timeoutMs, findOrMakeKey(db, day)).catch(() => null)
  // After a failure, the database is not queried for 5 s.
  days.set(day, { key, until: key === null ? Date.now() + backoffMs : Number.POSITIVE_INFINITY })
  for (const old of days.keys()) if (old < day - 1) days.delete(old)
  return key
}

async function findOrMakeKey(db: D1Database, day: number): Promise<string | null> {
  const known = await findKey(db, day)
  if (known !== null) return known
  await repeatable(() => insertKey(db, day).run())
  return findKey(db, day)
}

async function findKey(db: D1Database, day: number): Promise<string | null> {
  return db.prepare('select salt from visitor_salts where day = ?').bind(day).first<string>('salt')
}

function insertKey(db: D1Database, day: number): D1PreparedStatement {
  return db
    .prepare('insert or ignore into visitor_salts (day, salt) values (?, ?)')
    .bind(day, randomBytes(16).toString('base64url'))
}
