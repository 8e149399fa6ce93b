/** Where the anonymous pages of cards are kept: 5 s in this isolate, 60 s in this data centre or longer in the tiers, 7 days for when D1 fails. */
import { viewPath } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import type { Page } from './Document.tsx'
import { dropLastCopy, keepLastCopy, withdrawLastCopies } from './last-copies.ts'
import { deletePage, readPage, writePage } from './page-cache.ts'
import { pageMemory } from './page-memory.ts'
import { purgeSoon } from './tiers.ts'

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
  purgeSoon(env)
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
