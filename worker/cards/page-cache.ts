/** Where the anonymous pages of cards are kept: 5 s in this isolate, 60 s in this data centre or longer in the tiers, 7 days for when D1 fails. */
import { viewPath } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { log } from '../platform/log.ts'
import { dayMs } from '../platform/time.ts'
import { withTimeout } from '../platform/timeout.ts'
import type { Page } from './html-document.tsx'
import { startPurge } from './tiered-cache.ts'

// Pages in memory are bounded by bytes: one page of a card full of links weighs as much as thirty others.

/** A larger page is read from the data center's cache instead. */
export const maxPageBytes = 200_000
/** An isolate has 128 MB for everything. */
export const maxBytes = 8_000_000

// The entry, its key and its objects, so that tiny pages are bounded, too.
const overheadBytes = 1000
const storedSeconds = 60

const isolate = pageMemory(5000)

/** The page at this address (origin and path) from this isolate, at most 5 s after it was put there. */
export function keptPage(address: string): Page | undefined {
  return isolate.get(address)
}

/** Keeps a page of at most 200 kB, with every header of its answer, for the next visitors of this isolate. */
export function rememberPage(address: string, page: Page): void {
  isolate.set(address, page)
}

/** The page from this data centre's cache, at most a minute old. */
export function storedPage(address: string): Promise<Page | undefined> {
  return readPage(caches.default, address)
}

/** Keeps a page in this data centre, for a minute and as the last copy. */
export async function keepPage(address: string, page: Page): Promise<void> {
  await Promise.all([
    writePage(caches.default, address, { page, seconds: storedSeconds }),
    keepLastCopy(address, page),
  ])
}

/** After a save: drops every copy of these cards in this isolate and data centre, and starts to drop those elsewhere. Never fails. */
export async function forgetPage(env: Bindings, origin: string, slugs: string[]): Promise<void> {
  startPurge(env)
  const addresses = slugs.map((slug) => origin + viewPath(slug))
  for (const address of addresses) isolate.delete(address)
  await Promise.all(
    addresses.flatMap((address) => [deletePage(caches.default, address), dropLastCopy(address)]),
  )
}

/** After a change that ends the publicity of these cards: forgets their pages, and no data centre shows a last copy of them. Never fails. */
export async function withdrawPage(env: Bindings, origin: string, slugs: string[]): Promise<void> {
  await Promise.all([forgetPage(env, origin, slugs), withdrawLastCopies(env, slugs)])
}

// The last copy of each page, for when the database fails. Copies are in a cache of their own, so that no address of a request can be the key of one, and what is not public any more is marked where every data centre reads it.

const markTimeoutMs = 2000
// A week after the page was last seen, as it is written anew once a day.
const keptSeconds = (8 * dayMs) / 1000
// A copy may be of a page that was as old as a page can be: docs/decisions/0003.
const marginMs = 310_000

/** The page as it was at most a week ago, unless the card was withdrawn since. */
export async function lastCopy(
  env: Bindings,
  { address, slug }: { address: string; slug: string },
): Promise<Page | undefined> {
  const page = await readPage(await lastCopies(), address)
  if (!page) return undefined
  // Without an answer the copy is shown: then nothing but copies is left to show.
  const mark = await markAt(env, slug).catch(() => null)
  return mark === null || page.at > Number(mark) + marginMs ? page : undefined
}

async function markAt({ PLACES }: Bindings, slug: string): Promise<string | null> {
  return withTimeout(markTimeoutMs, PLACES.get(markOf(slug)))
}

/** Keeps the page, unless the same is there since less than a day. */
export async function keepLastCopy(address: string, page: Page): Promise<void> {
  const cache = await lastCopies()
  const there = await readHead(cache, address)
  const known = there && headersOf(there) === headersOf(page) && there.at > Date.now() - dayMs
  if (!known) await writePage(cache, address, { page, seconds: keptSeconds })
}

/** Drops the copy of this data centre. */
export async function dropLastCopy(address: string): Promise<void> {
  await deletePage(await lastCopies(), address)
}

/** The cards at these slugs are not public any more: no data centre shows a copy made before now, at a former slug neither. Never fails. */
async function withdrawLastCopies(env: Bindings, slugs: string[]): Promise<void> {
  const mark = (slug: string) => markWithdrawn(env, slug)
  await Promise.all([
    ...slugs.map(mark),
    formerly(env, slugs).then((former) => Promise.all(former.map(mark))),
  ]).catch(notMarked)
}

async function markWithdrawn({ PLACES }: Bindings, slug: string): Promise<void> {
  const expirationTtl = keptSeconds + marginMs / 1000
  await withTimeout(markTimeoutMs, PLACES.put(markOf(slug), String(Date.now()), { expirationTtl }))
}

async function formerly({ DB }: Bindings, slugs: string[]): Promise<string[]> {
  const { results } = await DB.prepare(formerSlugs).bind(JSON.stringify(slugs)).all<SlugRow>()
  return results.map(({ slug }) => slug)
}

type SlugRow = { slug: string }

const formerSlugs = `select former.slug from slug_history as former join business_cards as card on card.id = former.card_id
  where card.slug in (select value from json_each(?)) and former.slug not like '#%'`

// The one KV namespace there is. Keys of places are hashes.
function markOf(slug: string): string {
  return `withdrawn:${slug}`
}

function lastCopies(): Promise<Cache> {
  return caches.open('last-copies')
}

function notMarked(error: unknown): void {
  log('warn', 'last copies', { error })
}

// Pages in a cache of this data centre. A cache that does not answer is a cache that has nothing.

const cacheTimeoutMs = 1000

/** `at` is when it was put there, in milliseconds. */
type StoredPage = Page & { at: number }

async function readPage(cache: Cache, key: string): Promise<StoredPage | undefined> {
  const stored = await match(cache, key)
  return stored && { ...about(stored), body: await stored.bytes() }
}

/** All of the page but its body. */
async function readHead(cache: Cache, key: string): Promise<Omit<StoredPage, 'body'> | undefined> {
  const stored = await match(cache, key)
  await stored?.body?.cancel()
  return stored && about(stored)
}

/** Never fails. The page's own status and headers travel aside, because the cache would act on them. */
function writePage(
  cache: Cache,
  key: string,
  { page, seconds }: { page: Page; seconds: number },
): Promise<void> {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': `max-age=${seconds}`,
    'X-Page-Status': String(page.status),
    'X-Page-Headers': headersOf(page),
    'X-Page-At': String(Date.now()),
  }
  return withTimeout(cacheTimeoutMs, cache.put(key, new Response(page.body, { headers }))).catch(
    notDone,
  )
}

/** Never fails: what is left is stale for a minute, or shown only when the database fails. */
async function deletePage(cache: Cache, key: string): Promise<void> {
  await withTimeout(cacheTimeoutMs, cache.delete(key)).catch(notDone)
}

function headersOf({ headers }: Pick<Page, 'headers'>): string {
  return JSON.stringify(Object.fromEntries(headers))
}

function match(cache: Cache, key: string): Promise<Response | undefined> {
  return withTimeout(cacheTimeoutMs, cache.match(key)).catch(() => undefined)
}

function about({ headers }: Response): Omit<StoredPage, 'body'> {
  return {
    status: Number(headers.get('X-Page-Status')),
    headers: new Headers(JSON.parse(headers.get('X-Page-Headers') ?? '{}')),
    at: Number(headers.get('X-Page-At')),
  }
}

function notDone(error: unknown): void {
  log('warn', 'edge cache', { error })
}

/** Pages by address, each for `ttl` milliseconds after it was set. */
function pageMemory(ttl: number) {
  return boundedCache<Page>({
    maxSize: maxBytes,
    maxEntrySize: maxPageBytes,
    sizeCalculation,
    ttl,
  })
}

function sizeCalculation({ body, headers }: Page): number {
  let bytes = overheadBytes + body.byteLength
  for (const [name, value] of headers) bytes += name.length + value.length
  return bytes
}
