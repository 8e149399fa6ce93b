/**
 * Reads public pages through Cloudflare's tiered cache, which is in front of the entrypoint `PublicCard`, and purges them. The
 * local runtime has no tiered cache, so there each request renders the page. Purges go through an outbox: each changed tag is
 * purged twice, within the platform's limits (docs/decisions/0003).
 */
import { exports, waitUntil } from 'cloudflare:workers'
import { PathSlug } from '../../schema/cards/slug.ts'
import { viewPath } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { repeatable, withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import type { Page } from './html-document.tsx'
import { hasLanguages, preferredLanguages } from './languages.ts'
import { cdnCacheControl } from './page-response.ts'

// Within the 30 s that `waitUntil` allows.
const loopMs = 25_000
const callTimeoutMs = 10_000

/** Whether this deployment uses the tiered cache (`PAGE_CACHE` in `wrangler.toml`). */
export function isTiered(env: Bindings): boolean {
  return env.PAGE_CACHE === 'tiered'
}

/** The address of a card, and the languages of the visitor, the best first. */
export type PageRequest = { origin: string; slug: PathSlug; preferred: string[] }

// Redirects, such as the one of a renamed card, are passed on to the visitor.
const manual = { redirect: 'manual' } as const

/** Returns the page from the nearest tier; undefined if the call to the entrypoint fails. */
export async function fetchTieredPage(
  { origin, slug, preferred }: PageRequest,
  query: string,
): Promise<Page | undefined> {
  // Only for rendering: the header is not part of the key.
  const headers = { 'Accept-Language': preferred.join() }
  const url = tieredCacheUrl(origin, slug, query)
  const response = await exports.PublicCard.fetch(url, { ...manual, headers }).catch(
    () => undefined,
  )
  return response && toPage(response)
}

async function toPage(response: Response): Promise<Page> {
  const headers = new Headers(response.headers)
  const isHit = hits.has(headers.get('CF-Cache-Status') ?? '')
  for (const name of ['Age', 'CF-Cache-Status', cdnCacheControl]) headers.delete(name)
  if (hasLanguages({ headers })) headers.set('Vary', 'Accept-Language')
  const page = { status: response.status, body: await response.bytes(), headers }
  return isHit ? { ...page, cache: 'tiered' } : page
}

const hits = new Set(['HIT', 'STALE', 'UPDATING', 'REVALIDATED'])

// A page contains its own origin, but the cache key has only path and query, so the origin is in the query.
function tieredCacheUrl(origin: string, slug: PathSlug, query: string): string {
  const variant = new URLSearchParams(query)
  return `https://public-card.internal${viewPath(slug)}?${new URLSearchParams([['origin', origin], ...variant])}`
}

/** Returns what a request from `fetchTieredPage` to the entrypoint asks for; undefined for any other request. */
export function parsePageRequest(request: Request): PageRequest | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const slug = PathSlug.safeParse(pathname.slice(viewPath('').length))
  const origin = URL.parse(searchParams.get('origin') ?? '')?.origin
  if (!origin || !slug.success || pathname !== viewPath(slug.data)) return undefined
  return { origin, slug: slug.data, preferred: preferredLanguages(request) }
}

// Purges.

const purgeEverywhere: Purge = (tags) => withTimeout(callTimeoutMs, exports.PublicCard.purge(tags))

let looping = false

/** Purges what a change has just added to the outbox, and goes on for 25 s, which includes the second purge. */
export function startPurge(env: Bindings): void {
  if (isTiered(env)) waitUntil(purgeFor(env.DB, Date.now() + loopMs))
}

// Each change makes its own first call. Then there is one loop per isolate.
async function purgeFor(db: D1Database, end: number): Promise<void> {
  let wait = await purgeOnce(db, purgeEverywhere)
  if (looping) return
  looping = true
  try {
    while (wait !== undefined && Date.now() + wait < end) {
      await scheduler.wait(wait)
      wait = await purgeOnce(db, purgeEverywhere)
    }
  } finally {
    looping = false
  }
}

/** A step of a cron job. Purges the next due tags; returns `more` if others are due and the budget allows another call. */
export async function runDuePurges(env: Bindings): Promise<'more' | undefined> {
  if (isTiered(env)) return (await purgeOnce(env.DB, purgeEverywhere)) === 0 ? 'more' : undefined
  await clearPurges(env.DB)
  return undefined
}

// Cloudflare's limits per account: a token bucket of 25 calls that refills with 5 a minute, and 100 tags per call.
const perMinute = 5
const bucketSize = 25
const tagsPerCall = 100
// The first purge may come before a page that was rendered before the change is stored.
const secondPurgeMs = 10_000
// If an isolate dies during a call, its tags are due again after this time.
const leaseMs = 30_000
const refillMs = 60_000 / perMinute

/** Purges the pages with these tags in all data centers; false if the platform refuses. */
type Purge = (tags: string[]) => Promise<boolean>

type Leased = { tag: string; version: number }

/**
 * Makes one call for the tags that are due, if the budget allows one. The last changed tags come first, because the copies of
 * others expire sooner. Returns the milliseconds until the next call; undefined if the outbox is empty.
 */
export async function purgeOnce(
  db: D1Database,
  purge: Purge,
  clock = () => Date.now(),
): Promise<number | undefined> {
  const leased = await leaseDueTags(db, clock())
  if (leased.length > 0) {
    const result = await callPurge(purge, leased)
    await (result === 'done'
      ? recordPurge(db, leased, clock())
      : releaseTags(db, leased, clock(), result))
  }
  return msUntilNext(db, clock())
}

/** Empties the outbox of a deployment without a tiered cache. */
async function clearPurges(db: D1Database): Promise<void> {
  await repeatable(() => db.prepare('delete from purge_outbox').run())
}

// One transaction takes a token from the budget and leases the tags, so that concurrent callers get different tags.
async function leaseDueTags(db: D1Database, at: number): Promise<Leased[]> {
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

// Rounded, because in binary fractions 0.000666… + 11,992 / 12,000 is less than 1: the call would wait for 0 ms forever.
const available = `min(${bucketSize}, round(tokens + max(0, excluded.at - at) / ${refillMs}.0, 6))`

async function callPurge(purge: Purge, leased: Leased[]): Promise<'done' | 'refused' | 'failed'> {
  try {
    return (await purge(leased.map(({ tag }) => tag))) ? 'done' : 'refused'
  } catch (error) {
    log('error', 'purge', { error })
    return 'failed'
  }
}

// A tag that changed during the call has another version, and stays due.
const sameVersion =
  'exists (select 1 from json_each(?1) as one where one.value ->> 0 = tag and one.value ->> 1 = version)'

async function recordPurge(db: D1Database, leased: Leased[], at: number): Promise<void> {
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

// After a refused call the budget is set to 0, because other workers of the account may have used it up.
async function releaseTags(
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

async function msUntilNext(db: D1Database, at: number): Promise<number | undefined> {
  const next = await db
    .prepare(`select min(due_at) as due,
      (select at + max(0, 1 - tokens) * ${refillMs} from purge_budget) as budget from purge_outbox`)
    .first<{ due: number | null; budget: number | null }>()
  return next?.due ? Math.max(0, next.due - at, Math.ceil((next.budget ?? 0) - at)) : undefined
}
