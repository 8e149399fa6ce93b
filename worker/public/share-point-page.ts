/** Opens a card by the code of a share point: the same cached page as at its slug, in the same number of trips. */
import { waitUntil } from 'cloudflare:workers'
import type { PathSlug } from '../../schema/cards/slug.ts'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import type { PathShareCode } from '../../schema/share-points/share-point.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { singleFlight } from '../platform/single-flight.ts'
import { readSlug, storeSlug } from './code-cache.ts'
import type { Page } from './html-document.tsx'
import { findVariant } from './language-copies.ts'
import { deleteLastCopy, storeLastCopy, storePage } from './page-cache.ts'
import { wordsForVisitor } from './page-words.ts'
import { type CodeTarget, findCardByCode } from './public-card-queries.ts'
import { degrade, getPublicPage, getSite, renderPublicCopy } from './public-page.ts'
import { gonePage, notFoundPage, unavailablePage } from './status-pages.tsx'
import { isTiered } from './tiered-cache.ts'
import type { Viewer } from './viewer.ts'

/** A code's address, and the languages of the visitor, the best first. */
type CodeRequest = { origin: string; code: PathShareCode; preferred: string[] }

/** `slug` is that of the page if it is the card's. */
type OpenedPage = { page: Page; slug?: PathSlug }

const openOnce = singleFlight<OpenedPage>()

/**
 * Returns the page that a code opens; 404 if there is no such code, 410 if its card is not public. Runs one statement
 * if the code or the page is not cached.
 */
export async function getCodePage(env: Bindings, request: CodeRequest): Promise<OpenedPage> {
  const { origin, code, preferred } = request
  const opened = await openOnce(origin + sharePointPath(code), async () => {
    const slug = await readSlug(origin, code)
    if (slug === null) return { page: notFoundPage(getSite(env, origin)) }
    return slug ? openSlug(env, request, slug) : openFirst(env, request)
  })
  // Another visitor may have opened it, in another language.
  const { page, slug } = opened
  const site = getSite(env, origin, wordsForVisitor(preferred))
  if (page.status === 404) return { page: notFoundPage(site) }
  if (page.status === 410) return { page: gonePage(site) }
  if (!slug || !findVariant(page, preferred)) return opened
  return { page: await getPublicPage(env, { origin, slug, preferred }), slug }
}

/** The card a code opens, for a viewer whose page is not cached; `down` instead of throwing. */
export function findForCode(
  env: Bindings,
  code: PathShareCode,
  viewer?: Viewer,
): Promise<CodeTarget | 'down' | undefined> {
  return degrade('/s/:code', findCardByCode(database(env.DB), code, viewer))
}

// A renamed card's former slug, which the code may still lead to, costs one more read, once per data center. A moved
// card costs one more read each time: its code stays its own, since the card may be live again.
async function openSlug(env: Bindings, request: CodeRequest, slug: PathSlug): Promise<OpenedPage> {
  const { origin, preferred } = request
  const page = await getPublicPage(env, { origin, slug, preferred })
  if (page.status === 404) return { page: gonePage(getSite(env, origin)) }
  if (page.status !== 302) return { page, slug }
  const opened = await openFirst(env, request)
  return opened.page.status === 503 ? { page } : opened
}

// The statement that finds the card also finds its page.
async function openFirst(
  env: Bindings,
  { origin, code, preferred }: CodeRequest,
): Promise<OpenedPage> {
  const site = getSite(env, origin)
  const target = await findForCode(env, code)
  if (target === 'down') return { page: unavailablePage(site, sharePointPath(code)) }
  if (!target?.slug) {
    if (!target) waitUntil(storeSlug(origin, code, null))
    return { page: target ? gonePage(site) : notFoundPage(site) }
  }
  const { slug, found } = target
  waitUntil(storeSlug(origin, code, slug))
  const address = origin + viewPath(slug)
  if (!found || found.state === 'draft') {
    // As for its slug: no copy of a card that is not public stays.
    waitUntil(deleteLastCopy(address))
    return { page: gonePage(site) }
  }
  const page = renderPublicCopy(env, found, { site, preferred })
  const store = isTiered(env) || page.status !== 200 ? storeLastCopy : storePage
  waitUntil(store(address, page))
  return { page, slug }
}
