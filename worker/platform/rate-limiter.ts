/** Exact rate limits in D1. Keys are hashed; limits come from `[vars]`. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rateLimits } from '../../schema/operations/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database, deleteSome } from './database.ts'
import { repeatable } from './failures.ts'
import { retentionDays } from './jobs.ts'
import { log } from './log.ts'
import { daySeconds, hourSeconds, nowSeconds } from './time.ts'

/** `max` attempts in `window` seconds. With `backoff`, each further attempt waits 1, 2, 4, 8, then 15 minutes. */
export type Limit = {
  kind: string
  subject: string
  max: number
  window: number
  backoff?: boolean
}

const quarterHourSeconds = 900

/**
 * Counts an attempt and returns 0, or returns the seconds to wait without counting. Makes one statement if the attempt is
 * allowed. An attempt whose response is lost counts once.
 */
export async function consumeLimit(
  env: Bindings,
  limit: Limit,
  now = nowSeconds(),
): Promise<number> {
  const db = database(env.DB)
  const key = limitKey(env, limit)
  const wait = limit.backoff
    ? sql`min(${quarterHourSeconds}, 60 << max(0, min(${rateLimits.count} - ${limit.max}, 4)))`
    : sql`${limit.window}`
  const resetAfter = limit.backoff
    ? sql`iif(${rateLimits.count} >= ${limit.max}, ${hourSeconds}, ${limit.window})`
    : sql`${limit.window}`
  const over = sql`${now} >= ${rateLimits.since} + ${resetAfter}`
  const restarts = limit.backoff ? sql`(${over} or ${rateLimits.count} + 1 >= ${limit.max})` : over
  const lastCall = crypto.randomUUID()
  const isRepeat = sql`${rateLimits.lastCall} is ${lastCall}`
  const attempt = db
    .insert(rateLimits)
    .values({ key, since: now, count: 1, lastCall })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isRepeat} then ${rateLimits.count} when ${over} then 1 else ${rateLimits.count} + 1 end`,
        since: sql`iif(not ${isRepeat} and ${restarts}, ${now}, ${rateLimits.since})`,
        lastCall,
      },
      setWhere: sql`${isRepeat} or ${rateLimits.count} < ${limit.max} or ${now} >= ${rateLimits.since} + ${wait}`,
    })
    .returning({ count: rateLimits.count })
  const taken = await repeatable(() => attempt.get())
  return taken ? 0 : secondsLeft(db, { key, wait, now })
}

/**
 * Counts an amount at once and returns 0, or returns the seconds to wait without counting any of it. A negative amount is a
 * refund. An amount whose response is lost counts once.
 */
export async function consumeAmount(
  env: Bindings,
  limit: Omit<Limit, 'backoff'>,
  amount: number,
): Promise<number> {
  const { max, window } = limit
  if (amount > max) return window
  const [db, key, now] = [database(env.DB), limitKey(env, limit), nowSeconds()]
  const over = sql`${now} >= ${rateLimits.since} + ${window}`
  const lastCall = crypto.randomUUID()
  const isRepeat = sql`${rateLimits.lastCall} is ${lastCall}`
  const added = sql`max(0, iif(${over}, 0, ${rateLimits.count}) + ${amount})`
  const attempt = db
    .insert(rateLimits)
    .values({ key, since: now, count: Math.max(0, amount), lastCall })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`iif(${isRepeat}, ${rateLimits.count}, ${added})`,
        since: sql`iif(not ${isRepeat} and ${over}, ${now}, ${rateLimits.since})`,
        lastCall,
      },
      setWhere: sql`${isRepeat} or ${over} or ${rateLimits.count} + ${amount} <= ${max}`,
    })
    .returning({ count: rateLimits.count })
  const taken = await repeatable(() => attempt.get())
  return taken ? 0 : secondsLeft(db, { key, wait: sql`${window}`, now })
}

/** The number of attempts in the current window. */
export async function countConsumed(
  env: Bindings,
  limit: Limit,
  now = nowSeconds(),
): Promise<number> {
  const row = await database(env.DB)
    .select({ count: rateLimits.count, since: rateLimits.since })
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${limitKey(env, limit)}`)
    .get()
  return row && now < row.since + limit.window ? row.count : 0
}

/** Refunds an attempt. Never throws: if it fails, the limit is only stricter. */
export async function refundLimit(env: Bindings, limit: Limit): Promise<void> {
  await database(env.DB)
    .update(rateLimits)
    .set({ count: sql`max(0, ${rateLimits.count} - 1)` })
    .where(sql`${rateLimits.key} = ${limitKey(env, limit)}`)
    .catch(logError)
}

/** Resets the counter. Never throws. */
export async function resetLimit(env: Bindings, limit: Limit): Promise<void> {
  const isCounter = sql`${rateLimits.key} = ${limitKey(env, limit)}`
  await repeatable(() => database(env.DB).delete(rateLimits).where(isCounter)).catch(logError)
}

/** The statement that deletes expired counters, for the cron job's batch. */
export function deleteExpiredLimits(db: Db, now = nowSeconds()) {
  const isExpired = sql`${rateLimits.since} < ${now - retentionDays.attempts * daySeconds}`
  return deleteSome(db, rateLimits, isExpired)
}

/**
 * Returns the seconds to wait before this address may have another password hashed: 20 in 10 s, at a quarter second of
 * CPU each.
 */
export async function limitHashing(env: Bindings, address: string): Promise<number> {
  // If the rate limiter is unavailable, the counters in D1 still apply.
  const { success } = await env.HASHING.limit({ key: address }).catch(() => ({ success: true }))
  return success ? 0 : 10
}

/** Counts a call with a limiter of the platform, which needs no row; true if it is unavailable. */
export async function isWithinLimit(limiter: RateLimit, key: string): Promise<boolean> {
  const { success } = await limiter.limit({ key }).catch(() => ({ success: true }))
  return success
}

/** The key of a user: a recreated database assigns the same ids again. */
export function userKey({ id, createdAt }: { id: number; createdAt: string }): string {
  return `${id} ${createdAt}`
}

/** Counts a registration from this address. Returns 0, or the seconds to wait. */
export async function limitRegistrations(env: Bindings, address: string): Promise<number> {
  const max = Number(env.REGISTER_PER_HOUR)
  return consumeLimit(env, { kind: 'register', subject: address, max, window: hourSeconds })
}

/** Counts an attempt to set up the installation from this address. Returns 0, or the seconds to wait. */
export async function limitSetups(env: Bindings, address: string): Promise<number> {
  return consumeLimit(env, { kind: 'setup', subject: address, max: 10, window: hourSeconds })
}

/** Counts a passkey challenge for this address. Returns 0, or the seconds to wait. */
export async function limitPasskeyChallenges(env: Bindings, address: string): Promise<number> {
  const max = Number(env.LOGIN_FAILURES_PER_ADDRESS)
  return consumeLimit(env, { kind: 'passkey', subject: address, max, window: quarterHourSeconds })
}

/** Counts a change of this account's email. Returns 0, or the seconds to wait. Each change sends to two addresses. */
export async function limitEmailChanges(env: Bindings, userId: number): Promise<number> {
  return consumeLimit(env, {
    kind: 'email change',
    subject: `${userId}`,
    max: 5,
    window: daySeconds,
  })
}

/** The limit for wrong passwords of an account, or of one known device. */
export function accountFailures(subject: string): Limit {
  return { kind: 'sign-in', subject, max: 10, window: quarterHourSeconds, backoff: true }
}

/** The limit for wrong codes of an account's authenticator app, separate from its passwords. */
export function codeFailures(subject: string): Limit {
  return { kind: 'code', subject, max: 10, window: quarterHourSeconds, backoff: true }
}

/** The limit for every failed attempt from one address. */
export function addressFailures(env: Bindings, address: string): Limit {
  const max = Number(env.LOGIN_FAILURES_PER_ADDRESS)
  return { kind: 'sign-in address', subject: address, max, window: quarterHourSeconds }
}

async function secondsLeft(
  db: Db,
  { key, wait, now }: { key: string; wait: ReturnType<typeof sql>; now: number },
): Promise<number> {
  const row = await db
    .select({ left: sql<number>`${rateLimits.since} + ${wait} - ${now}` })
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${key}`)
    .get()
  return Math.max(1, row?.left ?? 1)
}

function logError(error: unknown): void {
  log('error', 'throttle', { error })
}

function limitKey(env: Bindings, { kind, subject }: Limit): string {
  const name = `throttle\n${kind}\n${subject}`
  return createHmac('sha256', env.PEPPER).update(name).digest('base64url')
}
