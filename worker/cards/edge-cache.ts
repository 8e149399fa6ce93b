/** Where the anonymous pages of cards are kept: 5 s in this isolate, 60 s in this data centre or longer in the tiers, 7 days for when D1 fails. */
import { viewPath } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { within } from '../patience.ts'
import { causes } from '../trouble.ts'
import type { Page } from './Document.tsx'
import { purgeSoon } from './tiers.ts'

const isolateMs = 5000
// A cache that does not answer is a cache that has nothing.
const patience = 1000
const isolateMax = 500
const storedSeconds = 60
const dayMs = 86_400_000
// A week after the page was last seen, as it is written anew once a day.
const lastSeconds = (8 * dayMs) / 1000

const isolate = new Map<string, { page: Page; until: number }>()

/** The page at this address (origin and path) from this isolate, at most 5 s after it was put there. */
export function keptPage(address: string): Page | undefined {
  const kept = isolate.get(address)
  return kept && kept.until > Date.now() ? kept.page : undefined
}

/** Keeps a page, with every header of its answer, for the next visitors of this isolate. */
export function rememberPage(address: string, page: Page): void {
  isolate.delete(address)
  isolate.set(address, { page, until: Date.now() + isolateMs })
  for (const oldest of isolate.keys()) {
    if (isolate.size <= isolateMax) break
    isolate.delete(oldest)
  }
}

/** The page from this data centre's cache, at most a minute old. */
export function storedPage(address: string): Promise<Page | undefined> {
  return read(address)
}

/** The page as it was at most a week ago; only for when it cannot be made. */
export function lastPage(address: string): Promise<Page | undefined> {
  return read(last(address))
}

/** Keeps a page in this data centre, for a minute and as the last resort. */
export async function keepPage(address: string, page: Page): Promise<void> {
  await Promise.all([write(address, page, storedSeconds), keepLastPage(address, page)])
}

/** Keeps a page only as the last resort, unless it is there since less than a day. */
export async function keepLastPage(address: string, page: Page): Promise<void> {
  const there = await match(last(address))
  await there?.body?.cancel()
  const known =
    there?.headers.get('X-Page-Headers') === headersOf(page) &&
    Number(there.headers.get('X-Page-At')) > Date.now() - dayMs
  if (!known) await write(last(address), page, lastSeconds)
}

/** After a save: drops every copy of these cards in this isolate and data centre, and starts to drop those elsewhere. */
export async function forgetPage(env: Bindings, origin: string, slugs: string[]): Promise<void> {
  purgeSoon(env)
  const addresses = slugs.map((slug) => origin + viewPath(slug))
  for (const address of addresses) isolate.delete(address)
  const keys = addresses.flatMap((address) => [address, last(address)])
  await Promise.all(keys.map((key) => within(patience, caches.default.delete(key)))).catch(notDone)
}

// The change itself is done: what is left here is a minute old at most, or asked for only when the database fails.
function notDone(error: unknown): void {
  console.warn(JSON.stringify({ at: 'edge cache', error: causes(error) }))
}

// The key of the long-lived copy; no route answers this path.
function last(address: string): string {
  return `${address}/last`
}

async function read(key: string): Promise<Page | undefined> {
  const stored = await match(key)
  if (!stored) return undefined
  const headers = new Headers(JSON.parse(stored.headers.get('X-Page-Headers') ?? '{}'))
  const status = Number(stored.headers.get('X-Page-Status'))
  return { status, body: await stored.bytes(), headers }
}

function match(key: string): Promise<Response | undefined> {
  return within(patience, caches.default.match(key)).catch(() => undefined)
}

// The page's own status and headers travel aside, because the cache would act on them.
function write(key: string, page: Page, seconds: number): Promise<void> {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': `max-age=${seconds}`,
    'X-Page-Status': String(page.status),
    'X-Page-Headers': headersOf(page),
    'X-Page-At': String(Date.now()),
  }
  return within(patience, caches.default.put(key, new Response(page.body, { headers }))).catch(
    notDone,
  )
}

function headersOf(page: Page): string {
  return JSON.stringify(Object.fromEntries(page.headers))
}
