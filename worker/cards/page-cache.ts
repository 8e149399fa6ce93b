/** Pages in a cache of this data centre. A cache that does not answer is a cache that has nothing. */
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import type { Page } from './Document.tsx'

const patience = 1000

/** `at` is when it was put there, in milliseconds. */
export type StoredPage = Page & { at: number }

export async function readPage(cache: Cache, key: string): Promise<StoredPage | undefined> {
  const stored = await match(cache, key)
  return stored && { ...about(stored), body: await stored.bytes() }
}

/** All of the page but its body. */
export async function readHead(
  cache: Cache,
  key: string,
): Promise<Omit<StoredPage, 'body'> | undefined> {
  const stored = await match(cache, key)
  await stored?.body?.cancel()
  return stored && about(stored)
}

/** Never fails. The page's own status and headers travel aside, because the cache would act on them. */
export function writePage(
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
  return withTimeout(patience, cache.put(key, new Response(page.body, { headers }))).catch(notDone)
}

/** Never fails: what is left is stale for a minute, or shown only when the database fails. */
export async function deletePage(cache: Cache, key: string): Promise<void> {
  await withTimeout(patience, cache.delete(key)).catch(notDone)
}

export function headersOf({ headers }: Pick<Page, 'headers'>): string {
  return JSON.stringify(Object.fromEntries(headers))
}

function match(cache: Cache, key: string): Promise<Response | undefined> {
  return withTimeout(patience, cache.match(key)).catch(() => undefined)
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
