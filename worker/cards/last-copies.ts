/**
 * The last copy of each page, for when the database fails. Copies are in a cache of their own, so that no address of a
 * request can be the key of one, and what is not public any more is marked where every data centre reads it.
 */
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import type { Page } from './Document.tsx'
import { deletePage, headersOf, readHead, readPage, writePage } from './page-cache.ts'

const patience = 2000
const dayMs = 86_400_000
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
  return withTimeout(patience, PLACES.get(markOf(slug)))
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
export async function withdrawLastCopies(env: Bindings, slugs: string[]): Promise<void> {
  const mark = (slug: string) => markWithdrawn(env, slug)
  await Promise.all([
    ...slugs.map(mark),
    formerly(env, slugs).then((former) => Promise.all(former.map(mark))),
  ]).catch(notMarked)
}

async function markWithdrawn({ PLACES }: Bindings, slug: string): Promise<void> {
  const expirationTtl = keptSeconds + marginMs / 1000
  await withTimeout(patience, PLACES.put(markOf(slug), String(Date.now()), { expirationTtl }))
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
