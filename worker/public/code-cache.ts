/**
 * Caches which card a share point's code opens, as a slug of the card. A code belongs to its card for good and a former
 * slug redirects to the current one, so an entry never becomes wrong, and needs no purge.
 */

import { PathSlug } from '../../schema/cards/slug.ts'
import { sharePointPath } from '../../schema/screens.ts'
import type { PathShareCode } from '../../schema/share-points/share-point.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { log } from '../platform/log.ts'
import { dayMs } from '../platform/time.ts'
import { withTimeout } from '../platform/timeout.ts'

// As long as the last copies, so that codes work while D1 does not.
const knownSeconds = (8 * dayMs) / 1000
// As long as the tiered cache keeps a 404.
const unknownSeconds = 60
const timeoutMs = 1000

// An entry takes about 100 bytes.
const isolate = boundedCache<{ slug: PathSlug }>({ max: 5000, ttl: 60_000 })

/** The slug behind the path `/s/{code}`, if this isolate has seen it within a minute. */
export function readIsolateSlug(path: string): PathSlug | undefined {
  return isolate.get(path)?.slug
}

/** The slug from this isolate or data center; null if there is no such code, undefined if it is not cached. */
export async function readSlug(
  origin: string,
  code: PathShareCode,
): Promise<PathSlug | null | undefined> {
  const path = sharePointPath(code)
  const known = readIsolateSlug(path)
  if (known) return known
  const stored = await withTimeout(timeoutMs, matchIn(origin + path)).catch(() => undefined)
  if (stored === undefined || stored === '') return stored === '' ? null : undefined
  const slug = PathSlug.safeParse(stored).data
  if (slug) isolate.set(path, { slug })
  return slug
}

/** Stores the slug, or null for a code that does not exist. Never throws. */
export async function storeSlug(
  origin: string,
  code: PathShareCode,
  slug: PathSlug | null,
): Promise<void> {
  const path = sharePointPath(code)
  if (slug) isolate.set(path, { slug })
  const headers = { 'Cache-Control': `max-age=${slug ? knownSeconds : unknownSeconds}` }
  const put = putIn(origin + path, new Response(slug ?? '', { headers }))
  await withTimeout(timeoutMs, put).catch((error: unknown) => log('warn', 'edge cache', { error }))
}

async function matchIn(address: string): Promise<string | undefined> {
  return (await (await codes()).match(address))?.text()
}

async function putIn(address: string, response: Response): Promise<void> {
  await (await codes()).put(address, response)
}

// A cache of its own, so that no request URL can be the key of an entry.
function codes(): Promise<Cache> {
  return caches.open('share-codes')
}
