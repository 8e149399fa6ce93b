/**
 * Cloudflare's tiered cache in front of `PublicCard`, the only cached entrypoint of this worker: reads public pages
 * through it and purges them. The local runtime has no tiered cache, so each request renders the page.
 */
import { exports, waitUntil } from 'cloudflare:workers'
import { PathSlug } from '../../schema/cards/slug.ts'
import { viewPath } from '../../schema/screens.ts'
import { clearPurges, type Purge, purgeOnce } from '../cards/purge-outbox.ts'
import type { Bindings } from '../env.ts'
import { withTimeout } from '../platform/failures.ts'
import type { Page } from './html-document.tsx'
import { hasLanguages, preferredLanguages } from './languages.ts'
import { cdnCacheControl } from './page-response.ts'

// Within the 30 s that `waitUntil` allows.
const loopMs = 25_000
const callTimeoutMs = 10_000

/** True if this deployment uses the tiered cache: `PAGE_CACHE` in `wrangler.toml`. */
export function isTiered(env: Bindings): boolean {
  return env.PAGE_CACHE === 'tiered'
}

/** A card's address, and the languages of the visitor, the best first. */
export type PageRequest = { origin: string; slug: PathSlug; preferred: string[] }

// The redirect of a renamed card is passed on to the visitor.
const manual = { redirect: 'manual' } as const

/** Returns the page from the nearest tier; undefined if the call to the entrypoint fails. */
export async function fetchTieredPage(
  { origin, slug, preferred }: PageRequest,
  query: string,
): Promise<Page | undefined> {
  // Not part of the key: the language of a page that has to be rendered.
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

// The cache key has the path and the query but no host, and a page contains its own origin: so the query has the
// origin.
function tieredCacheUrl(origin: string, slug: PathSlug, query: string): string {
  const variant = new URLSearchParams(query)
  return `https://public-card.internal${viewPath(slug)}?${new URLSearchParams([['origin', origin], ...variant])}`
}

/**
 * Parses a request to the entrypoint; undefined if it is not one from `fetchTieredPage`. The origin never comes from the
 * path.
 */
export function parsePageRequest(request: Request): PageRequest | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const slug = PathSlug.safeParse(pathname.slice(viewPath('').length))
  const origin = URL.parse(searchParams.get('origin') ?? '')?.origin
  if (!origin || !slug.success || pathname !== viewPath(slug.data)) return undefined
  return { origin, slug: slug.data, preferred: preferredLanguages(request) }
}

const purgeEverywhere: Purge = (tags) => withTimeout(callTimeoutMs, exports.PublicCard.purge(tags))

let looping = false

/** Purges what a change has just added to the outbox, and continues for 25 s, for the second purge. */
export function startPurge(env: Bindings): void {
  if (isTiered(env)) waitUntil(purgeFor(env.DB, Date.now() + loopMs))
}

// Every change makes its own first call; then one loop per isolate.
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

/** Step of a cron job: purges the next tags that are due; `more` if others are and the budget allows it. */
export async function runDuePurges(env: Bindings): Promise<'more' | undefined> {
  if (isTiered(env)) return (await purgeOnce(env.DB, purgeEverywhere)) === 0 ? 'more' : undefined
  await clearPurges(env.DB)
  return undefined
}
