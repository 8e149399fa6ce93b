/**
 * The platform's tiered cache in front of `PublicCard`, an entrypoint of this worker that answers with public pages and is
 * the only one that is cached and may purge its copies. The local runtime has none: there each ask makes the page.
 */
import { exports, waitUntil } from 'cloudflare:workers'
import { viewPath } from '../../schema/screens.ts'
import { PathSlug } from '../../schema/slug.ts'
import type { Bindings } from '../env.ts'
import { withTimeout } from '../platform/timeout.ts'
import type { Page } from './html-document.tsx'
import { edgeControl } from './page-response.ts'
import { clearPurges, type Purge, purgeOnce } from './purge-outbox.ts'

const loopMs = 25_000
const callMs = 10_000

/** Whether this deployment has the tiered cache: `PAGE_CACHE` in `wrangler.toml`. */
export function isTiered(env: Bindings): boolean {
  return env.PAGE_CACHE === 'tiered'
}

// The redirect of a renamed card is the visitor's to follow.
const asItIs = { redirect: 'manual' } as const

/** The page from the nearest tier that has it; undefined when the entrypoint could not be asked. */
export async function tieredPage(origin: string, slug: PathSlug): Promise<Page | undefined> {
  const answer = await exports.PublicCard.fetch(keyOf(origin, slug), asItIs).catch(() => undefined)
  if (!answer) return undefined
  const headers = new Headers(answer.headers)
  for (const name of ['Age', 'CF-Cache-Status', edgeControl]) headers.delete(name)
  return { status: answer.status, body: await answer.bytes(), headers }
}

// The cache's key has the path and the query and not the host, and the page names its own origin.
function keyOf(origin: string, slug: PathSlug): string {
  return `https://public-card.internal${viewPath(slug)}?${new URLSearchParams({ origin })}`
}

/** What a request of the entrypoint asks for: the origin is never of the path. Undefined when it is nothing of ours. */
export function parsePageRequest(request: Request): { origin: string; slug: PathSlug } | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const slug = PathSlug.safeParse(pathname.slice(viewPath('').length))
  const origin = URL.parse(searchParams.get('origin') ?? '')?.origin
  if (!origin || !slug.success || pathname !== viewPath(slug.data)) return undefined
  return { origin, slug: slug.data }
}

const purgeEverywhere: Purge = (tags) => withTimeout(callMs, exports.PublicCard.purge(tags))

let looping = false

/** Purges what a change has just put into the outbox, and goes on as long as a request may, for the second purge. */
export function startPurge(env: Bindings): void {
  if (isTiered(env)) waitUntil(purgeFor(env.DB, Date.now() + loopMs))
}

// One loop an isolate; every change makes its own first call.
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

/** For the cron: what is due, as far as the budget goes. */
export async function runDuePurges(env: Bindings): Promise<void> {
  if (!isTiered(env)) return clearPurges(env.DB)
  while ((await purgeOnce(env.DB, purgeEverywhere)) === 0);
}
