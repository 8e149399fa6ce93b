/** Exact counters in D1 for what must not be tried too often. Keys are hashed; figures come from `[vars]`. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { throttle } from '../../schema/access-tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from './database.ts'
import { log } from './log.ts'
import { retentionDays } from './retention.ts'
import { nowSeconds } from './time.ts'

/** `most` turns in `window` seconds; a `growing` one then waits 1, 2, 4, 8 and 15 minutes after each further turn. */
export type Limit = {
  kind: string
  who: string
  most: number
  window: number
  growing?: boolean
}

const quarterHour = 900
const hour = 3600

/** Takes a turn and answers 0, or leaves the counter alone and answers the seconds to wait. One statement when it is free. */
export async function consumeLimit(
  env: Bindings,
  limit: Limit,
  now = nowSeconds(),
): Promise<number> {
  const db = database(env.DB)
  const key = keyOf(env, limit)
  const wait = limit.growing
    ? sql`min(${quarterHour}, 60 << max(0, min(${throttle.count} - ${limit.most}, 4)))`
    : sql`${limit.window}`
  const memory = limit.growing
    ? sql`iif(${throttle.count} >= ${limit.most}, ${hour}, ${limit.window})`
    : sql`${limit.window}`
  const over = sql`${now} >= ${throttle.since} + ${memory}`
  const restarts = limit.growing ? sql`(${over} or ${throttle.count} + 1 >= ${limit.most})` : over
  const taken = await db
    .insert(throttle)
    .values({ key, since: now, count: 1 })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        count: sql`iif(${over}, 1, ${throttle.count} + 1)`,
        since: sql`iif(${restarts}, ${now}, ${throttle.since})`,
      },
      setWhere: sql`${throttle.count} < ${limit.most} or ${now} >= ${throttle.since} + ${wait}`,
    })
    .returning({ count: throttle.count })
    .get()
  return taken ? 0 : secondsLeft(db, { key, wait, now })
}

/** How many turns were taken in the window that is open now. */
export async function countConsumed(
  env: Bindings,
  limit: Limit,
  now = nowSeconds(),
): Promise<number> {
  const row = await database(env.DB)
    .select({ count: throttle.count, since: throttle.since })
    .from(throttle)
    .where(sql`${throttle.key} = ${keyOf(env, limit)}`)
    .get()
  return row && now < row.since + limit.window ? row.count : 0
}

/** Gives a turn back, for what turned out to be no offence. Never fails: a turn that stays is on the strict side. */
export async function refundLimit(env: Bindings, limit: Limit): Promise<void> {
  await database(env.DB)
    .update(throttle)
    .set({ count: sql`max(0, ${throttle.count} - 1)` })
    .where(sql`${throttle.key} = ${keyOf(env, limit)}`)
    .catch(tell)
}

/** Starts the counter afresh. Never fails, either. */
export async function resetLimit(env: Bindings, limit: Limit): Promise<void> {
  await database(env.DB)
    .delete(throttle)
    .where(sql`${throttle.key} = ${keyOf(env, limit)}`)
    .catch(tell)
}

/** The statement that drops counters nothing asks for any more, for the cron's batch. */
export function deleteExpiredLimits(db: Db, now = nowSeconds()) {
  return db
    .delete(throttle)
    .where(sql`${throttle.since} < ${now - retentionDays.attempts * 24 * hour}`)
}

/** Seconds to wait before another password of this address may be hashed: 20 in 10 s, each a quarter second of work. */
export async function limitHashing(env: Bindings, address: string): Promise<number> {
  // Where the limiter does not answer, the counters in D1 hold by themselves.
  const { success } = await env.HASHING.limit({ key: address }).catch(() => ({ success: true }))
  return success ? 0 : 10
}

/** Takes a turn at making an account from this address: 0, or the seconds to wait. */
export async function limitRegistrations(env: Bindings, address: string): Promise<number> {
  const most = Number(env.REGISTER_PER_HOUR)
  return consumeLimit(env, { kind: 'register', who: address, most, window: hour })
}

/** Takes a turn at asking this address for a passkey: 0, or the seconds to wait. */
export async function limitPasskeyChallenges(env: Bindings, address: string): Promise<number> {
  const most = Number(env.LOGIN_FAILURES_PER_ADDRESS)
  return consumeLimit(env, { kind: 'passkey', who: address, most, window: quarterHour })
}

/** Takes a turn at changing the e-mail of this account: 0, or the seconds to wait. Each change writes to two addresses. */
export async function limitEmailChanges(env: Bindings, userId: number): Promise<number> {
  return consumeLimit(env, { kind: 'email change', who: `${userId}`, most: 5, window: 24 * hour })
}

/** Wrong passwords of one account, or of one device it is known on. */
export function accountFailures(who: string): Limit {
  return { kind: 'sign-in', who, most: 10, window: quarterHour, growing: true }
}

/** Wrong codes of an account's app, apart from its passwords. */
export function codeFailures(who: string): Limit {
  return { kind: 'code', who, most: 10, window: quarterHour, growing: true }
}

/** Everything wrong that comes from one address. */
export function addressFailures(env: Bindings, address: string): Limit {
  const most = Number(env.LOGIN_FAILURES_PER_ADDRESS)
  return { kind: 'sign-in address', who: address, most, window: quarterHour }
}

async function secondsLeft(
  db: Db,
  { key, wait, now }: { key: string; wait: ReturnType<typeof sql>; now: number },
): Promise<number> {
  const row = await db
    .select({ left: sql<number>`${throttle.since} + ${wait} - ${now}` })
    .from(throttle)
    .where(sql`${throttle.key} = ${key}`)
    .get()
  return Math.max(1, row?.left ?? 1)
}

function tell(error: unknown): void {
  log('error', 'throttle', { error })
}

function keyOf(env: Bindings, { kind, who }: Limit): string {
  return createHmac('sha256', env.PEPPER).update(`throttle\n${kind}\n${who}`).digest('base64url')
}
