/**
 * The caches of public pages: the memory of this isolate (5 s), which is read before the app runs; the data center (60 s); and the
 * last copies (up to 8 days), for when D1 fails. See docs/decisions/0003.
 */
import { waitUntil } from 'cloudflare:workers'
import { createMiddleware } from 'hono/factory'
import { PathSlug } from '../../schema/cards/slug.ts'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import type { PathShareCode } from '../../schema/share-points/share-point.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { withTimeout } from '../platform/failures.ts'
import { log, logRequest } from '../platform/log.ts'
import { dayMs } from '../platform/time.ts'
import type { Page } from './html-document.tsx'
import { findVariant, hasLanguages, preferredLanguages, queryOf } from './languages.ts'
import { toResponse } from './page-response.ts'
import { startPurge } from './tiered-cache.ts'
import { mayHaveUnlockCookie, mayReveal } from './viewer.ts'

/** The largest page cached in the isolate. */
export const maxPageBytes = 200_000
/** The size of the isolate cache in bytes; an isolate has 128 MB. */
export const maxBytes = 8_000_000

// The estimated size of an entry without its page, which also limits the number of small pages.
const overheadBytes = 1000
// A cache that does not respond in this time counts as a miss.
const cacheTimeoutMs = 1000
// A copy is rewritten at most once a day, so it outlives its last view by at least 7 days.
const lastCopySeconds = (8 * dayMs) / 1000

const isolate = boundedCache<Page>({
  maxSize: maxBytes,
  maxEntrySize: maxPageBytes,
  sizeCalculation,
  ttl: 5000,
})

// The slugs that codes open. An entry takes about 100 bytes.
const openedSlugs = boundedCache<{ slug: PathSlug }>({ max: 5000, ttl: 60_000 })

// The path of a page, or of a code that opens it.
const pagePathPattern = /^https?:\/\/[^/]+(\/(?:view|s)\/[^/?#]+)(?:\?|$)/

function sizeCalculation({ body, headers }: Page): number {
  let bytes = overheadBytes + body.byteLength
  for (const [name, value] of headers) bytes += name.length + value.length
  return bytes
}

/**
 * Returns the page from this isolate's memory, at most 5 s old, with all its headers; undefined if it is not there, and for a
 * browser with a session or an unlock cookie.
 */
export function isolateCacheMatch(request: Request, env: Bindings): Response | undefined {
  if (request.method !== 'GET') return undefined
  const [, pagePath] = pagePathPattern.exec(request.url) ?? []
  const cached = pagePath && readVariant(publicOrigin(env, request) + viewPathOf(pagePath), request)
  if (!cached || isPersonal(request)) return undefined
  const code = pagePath.startsWith('/s/') ? pagePath.slice('/s/'.length) : undefined
  if (code && mayReveal(env, cached, code)) return undefined
  const response = toResponse(cached, request.headers.get('If-None-Match') ?? undefined)
  const route = code ? '/s/:code' : '/view/:slug'
  logRequest(request, { route, status: response.status, ms: 0, cache: 'isolate' })
  return response
}

/** Whether the request may come from a signed-in user, or from a visitor who may see more than others. */
function isPersonal({ headers }: Request): boolean {
  const cookies = headers.get('Cookie')
  return !!cookies && (cookies.includes('sid=') || mayHaveUnlockCookie(cookies))
}

/** Returns the page at this address in the visitor's language. */
function readVariant(address: string, request: Request): Page | undefined {
  const first = isolate.get(address)
  const variant = first && hasLanguages(first) && findVariant(first, preferredLanguages(request))
  return variant ? isolate.get(address + variant.query) : first
}

// A code opens the page of a slug.
function viewPathOf(pagePath: string): string {
  const slug = openedSlugs.get(pagePath)?.slug
  return slug ? viewPath(slug) : pagePath
}

/** Caches the page that a route has stored in the context. */
export const isolateCache = createMiddleware<App>(async (c, next) => {
  await next()
  const page = c.get('page')
  if (!page || c.req.method !== 'GET') return
  // By now, other middleware has added its headers.
  const headers = new Headers(c.res.headers)
  const address = publicOrigin(c.env, c.req.raw) + (c.get('pagePath') ?? c.req.path)
  isolate.set(address + queryOf(page, isolate.get(address)), { ...page, headers })
})

const storedSeconds = 60

/** Returns the page from the data center's cache, at most 60 s old. */
export async function readDataCenterCache(address: string): Promise<Page | undefined> {
  const page = await readPage(caches.default, address)
  return page && { ...page, cache: 'data-center' }
}

/** Caches a page in this data center for 60 s, and stores it as the last copy. */
export async function storePage(address: string, page: Page): Promise<void> {
  await Promise.all([
    writePage(caches.default, address, { page, seconds: storedSeconds }),
    storeLastCopy(address, page),
  ])
}

/**
 * Called after a save. Deletes the copies of these cards in this isolate and data center, and starts the purge. Never
 * throws.
 */
export async function invalidatePages(
  env: Bindings,
  origin: string,
  slugs: string[],
): Promise<void> {
  startPurge(env)
  const addresses = slugs.map((slug) => origin + viewPath(slug))
  for (const address of addresses) isolate.delete(address)
  await Promise.all(
    addresses.flatMap((address) => [deletePage(caches.default, address), deleteLastCopy(address)]),
  )
}

/**
 * Called when cards are no longer public. Does what `invalidatePages` does and, after the response, tells all data centers not to
 * serve last copies of these cards. Never throws.
 */
export async function withdrawPages(env: Bindings, origin: string, slugs: string[]): Promise<void> {
  waitUntil(withdrawLastCopies(env, slugs))
  await invalidatePages(env, origin, slugs)
}

const markTimeoutMs = 2000
// A page may already be 308 s old when it is stored: docs/decisions/0003.
const marginMs = 310_000

/** Returns the last copy of a page, at most 8 days old, unless the card was withdrawn since. */
export async function findLastCopy(
  env: Bindings,
  { address, slug }: { address: string; slug: string },
): Promise<Page | undefined> {
  const stored = await readPage(await openLastCopies(), address)
  if (!stored) return undefined
  const page = { ...stored, cache: 'last-copy' } as const
  // If KV fails as well, the copy is served, because there is nothing else to serve.
  const mark = await findWithdrawal(env, slug).catch(() => null)
  return mark === null || page.at > Number(mark) + marginMs ? page : undefined
}

async function findWithdrawal({ PLACES }: Bindings, slug: string): Promise<string | null> {
  return withTimeout(markTimeoutMs, PLACES.get(withdrawalKey(slug)))
}

/** Stores the last copy of a page, unless the same page was stored less than a day ago. */
export async function storeLastCopy(address: string, page: Page): Promise<void> {
  const cache = await openLastCopies()
  const stored = await readHead(cache, address)
  const isFresh =
    stored && serializeHeaders(stored) === serializeHeaders(page) && stored.at > Date.now() - dayMs
  if (!isFresh) await writePage(cache, address, { page, seconds: lastCopySeconds })
}

/** Deletes the last copy in this data center. */
export async function deleteLastCopy(address: string): Promise<void> {
  await deletePage(await openLastCopies(), address)
}

/**
 * Marks these slugs, the former slugs of their cards, and the cards whose notices name them, so that no data center serves an
 * older copy. Never throws.
 */
async function withdrawLastCopies(env: Bindings, slugs: string[]): Promise<void> {
  const mark = (slug: string) => markWithdrawn(env, slug)
  await Promise.all([
    ...slugs.map(mark),
    findRelatedSlugs(env, slugs).then((related) => Promise.all(related.map(mark))),
  ]).catch(logMarkFailure)
}

async function markWithdrawn({ PLACES }: Bindings, slug: string): Promise<void> {
  const expirationTtl = lastCopySeconds + marginMs / 1000
  await withTimeout(
    markTimeoutMs,
    PLACES.put(withdrawalKey(slug), String(Date.now()), { expirationTtl }),
  )
}

async function findRelatedSlugs({ DB }: Bindings, slugs: string[]): Promise<string[]> {
  const { results } = await DB.prepare(relatedSlugs).bind(JSON.stringify(slugs)).all<SlugRow>()
  return results.map(({ slug }) => slug)
}

type SlugRow = { slug: string }

const relatedSlugs = `with card as materialized (
    select id from business_cards where slug in (select value from json_each(?)))
  select slug from slug_history where card_id in (select id from card) and slug not like '#%'
  union select slug from business_cards where successor_id in (select id from card)`

// The KV namespace is shared with geocoding, whose keys begin with `geo:`.
function withdrawalKey(slug: string): string {
  return `withdrawn:${slug}`
}

// A separate cache, so that no URL of a request can be the key of a last copy.
function openLastCopies(): Promise<Cache> {
  return caches.open('last-copies')
}

function logMarkFailure(error: unknown): void {
  log('warn', 'last copies', { error })
}

/** `at` is when the page was stored, in Unix milliseconds. */
type StoredPage = Page & { at: number }

async function readPage(cache: Cache, key: string): Promise<StoredPage | undefined> {
  const stored = await match(cache, key)
  return stored && { ...parseHead(stored), body: await stored.bytes() }
}

/** Returns the page without its body. */
async function readHead(cache: Cache, key: string): Promise<Omit<StoredPage, 'body'> | undefined> {
  const stored = await match(cache, key)
  await stored?.body?.cancel()
  return stored && parseHead(stored)
}

/**
 * Stores a page. Its status and headers become `X-Page-*` headers, because the cache would act on the originals. Never
 * throws.
 */
function writePage(
  cache: Cache,
  key: string,
  { page, seconds }: { page: Page; seconds: number },
): Promise<void> {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': `max-age=${seconds}`,
    'X-Page-Status': String(page.status),
    'X-Page-Headers': serializeHeaders(page),
    'X-Page-At': String(Date.now()),
  }
  return withTimeout(cacheTimeoutMs, cache.put(key, new Response(page.body, { headers }))).catch(
    logCacheFailure,
  )
}

/** Deletes a page. Never throws: a page that remains expires in a minute, or is served only while D1 fails. */
async function deletePage(cache: Cache, key: string): Promise<void> {
  await withTimeout(cacheTimeoutMs, cache.delete(key)).catch(logCacheFailure)
}

function serializeHeaders({ headers }: Pick<Page, 'headers'>): string {
  return JSON.stringify(Object.fromEntries(headers))
}

function match(cache: Cache, key: string): Promise<Response | undefined> {
  return withTimeout(cacheTimeoutMs, cache.match(key)).catch(() => undefined)
}

function parseHead({ headers }: Response): Omit<StoredPage, 'body'> {
  return {
    status: Number(headers.get('X-Page-Status')),
    headers: new Headers(JSON.parse(headers.get('X-Page-Headers') ?? '{}')),
    at: Number(headers.get('X-Page-At')),
  }
}

function logCacheFailure(error: unknown): void {
  log('warn', 'edge cache', { error })
}

// The slug of the card that a code opens. A code always belongs to the same card, and a former slug redirects to the current one,
// so an entry never becomes wrong and needs no purge.

// An unknown code is remembered as long as the tiered cache keeps a 404.
const unknownSeconds = 60

/** Returns the slug from this isolate or data center; null if there is no such code, undefined if it is not cached. */
export async function readSlug(
  origin: string,
  code: PathShareCode,
): Promise<PathSlug | null | undefined> {
  const path = sharePointPath(code)
  const known = openedSlugs.get(path)?.slug
  if (known) return known
  const stored = await withTimeout(cacheTimeoutMs, readCode(origin + path)).catch(() => undefined)
  if (stored === undefined || stored === '') return stored === '' ? null : undefined
  const slug = PathSlug.safeParse(stored).data
  if (slug) openedSlugs.set(path, { slug })
  return slug
}

/** Stores the slug, or null for a code that does not exist. Never throws. */
export async function storeSlug(
  origin: string,
  code: PathShareCode,
  slug: PathSlug | null,
): Promise<void> {
  const path = sharePointPath(code)
  if (slug) openedSlugs.set(path, { slug })
  const headers = { 'Cache-Control': `max-age=${slug ? lastCopySeconds : unknownSeconds}` }
  const put = writeCode(origin + path, new Response(slug ?? '', { headers }))
  await withTimeout(cacheTimeoutMs, put).catch(logCacheFailure)
}

async function readCode(address: string): Promise<string | undefined> {
  return (await (await openCodes()).match(address))?.text()
}

async function writeCode(address: string, response: Response): Promise<void> {
  await (await openCodes()).put(address, response)
}

// A separate cache, so that no URL of a request can be the key of an entry.
function openCodes(): Promise<Cache> {
  return caches.open('share-codes')
}
