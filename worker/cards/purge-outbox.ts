/** Outbox of cache purges: each changed tag is purged twice, within the platform's limits. See docs/decisions/0003. */

import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'

// Limits of Cloudflare per account: a token bucket of 25 calls, refilled with 5 a minute, and 100 tags per call.
const perMinute = 5
const bucketSize = 25
const tagsPerCall = 100
// A page whose rendering began before the change may be stored after the first purge.
const secondPurgeMs = 10_000
// The tags of a call whose isolate died are due again after this time.
const leaseMs = 30_000
const refillMs = 60_000 / perMinute

/** Purges the pages with these tags in all data centers; false if the platform refuses. */
export type Purge = (tags: string[]) => Promise<boolean>

type Leased = { tag: string; version: number }

/**
 * Makes one call for the tags that are due, if the budget allows one: the last changed first, as the copies of the
 * others expire sooner. Returns the milliseconds until the next call, undefined if the outbox is empty. `clock`
 * returns Unix milliseconds.
 */
export async function purgeOnce(
  db: D1Database,
  purge: Purge,
  clock = () => Date.now(),
): Promise<number | undefined> {
  const leased = await lease(db, clock())
  if (leased.length > 0) {
    const result = await attempt(purge, leased)
    await (result === 'done' ? settle(db, leased, clock()) : release(db, leased, clock(), result))
  }
  return untilNext(db, clock())
}

/** Empties the outbox of a deployment without a tiered cache. */
export async function clearPurges(db: D1Database): Promise<void> {
  await repeatable(() => db.prepare('delete from purge_outbox').run())
}

// One transaction takes a token of the budget and leases the tags, so that concurrent callers get different tags.
async function lease(db: D1Database, at: number): Promise<Leased[]> {
  const holder = crypto.randomUUID()
  const [, leased] = await db.batch<Leased>([
    db
      .prepare(`insert into purge_budget (id, tokens, at, holder)
        select 1, ${bucketSize - 1}, ?1, ?2 where exists (select 1 from purge_outbox where due_at <= ?1)
        on conflict (id) do update set tokens = ${available} - 1, at = excluded.at, holder = excluded.holder
        where ${available} >= 1`)
      .bind(at, holder),
    db
      .prepare(`update purge_outbox set due_at = ?1 + ${leaseMs}
        where tag in (select tag from purge_outbox where due_at <= ?1 order by changed_at desc limit ${tagsPerCall})
          and exists (select 1 from purge_budget where holder = ?2)
        returning tag, version`)
      .bind(at, holder),
  ])
  return leased?.results ?? []
}

// Rounded, because 0.000666… + 11,992 / 12,000 is less than 1 in binary fractions: the call would wait for 0 ms again and again.
const available = `min(${bucketSize}, round(tokens + max(0, excluded.at - at) / ${refillMs}.0, 6))`

async function attempt(purge: Purge, leased: Leased[]): Promise<'done' | 'refused' | 'failed'> {
  try {
    return (await purge(leased.map(({ tag }) => tag))) ? 'done' : 'refused'
  } catch (error) {
    log('error', 'purge', { error })
    return 'failed'
  }
}

// A tag that changed during the call has another version and stays due.
const sameVersion =
  'exists (select 1 from json_each(?1) as one where one.value ->> 0 = tag and one.value ->> 1 = version)'

async function settle(db: D1Database, leased: Leased[], at: number): Promise<void> {
  const list = listOf(leased)
  await db.batch([
    db.prepare(`delete from purge_outbox where passes = 1 and ${sameVersion}`).bind(list),
    db
      .prepare(
        `update purge_outbox set passes = 1, due_at = ?2 where passes = 0 and ${sameVersion}`,
      )
      .bind(list, at + secondPurgeMs),
  ])
}

// A refused call empties the budget: other workers of the account may have used it up.
async function release(
  db: D1Database,
  leased: Leased[],
  at: number,
  result: 'refused' | 'failed',
): Promise<void> {
  await repeatable(() =>
    db.batch([
      db
        .prepare(`update purge_outbox set due_at = ?2 where ${sameVersion}`)
        .bind(listOf(leased), at + refillMs),
      db
        .prepare("update purge_budget set tokens = 0, at = ?1 where ?2 = 'refused'")
        .bind(at, result),
    ]),
  )
}

function listOf(leased: Leased[]): string {
  return JSON.stringify(leased.map(({ tag, version }) => [tag, version]))
}

async function untilNext(db: D1Database, at: number): Promise<number | undefined> {
  const next = await db
    .prepare(`select min(due_at) as due,
      (select at + max(0, 1 - tokens) * ${refillMs} from purge_budget) as budget from purge_outbox`)
    .first<{ due: number | null; budget: number | null }>()
  return next?.due ? Math.max(0, next.due - at, Math.ceil((next.budget ?? 0) - at)) : undefined
}
