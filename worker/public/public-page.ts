/** The public page of a card for signed-out visitors, from the nearest cache. */
import { waitUntil } from 'cloudflare:workers'
import type { UnlockTokens } from '../../card/links.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { CardLocales } from '../../schema/cards/card-texts.ts'
import { localize } from '../../schema/cards/localize.ts'
import type { PathSlug } from '../../schema/cards/slug.ts'
import { viewPath } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { offersCopies } from '../platform/mail.ts'
import { singleFlight } from '../platform/single-flight.ts'
import { withTimeout } from '../platform/timeout.ts'
import { renderCardPage } from './card-page.tsx'
import { chooseLanguage } from './choose-language.ts'
import type { Page, Site } from './html-document.tsx'
import { findVariant } from './language-copies.ts'
import {
  deleteLastCopy,
  findLastCopy,
  readDataCenterCache,
  storeLastCopy,
  storePage,
} from './page-cache.ts'
import { redirectToSlug, withPublicHeaders } from './page-response.ts'
import { wordsForVisitor, wordsIn } from './page-words.ts'
import { type FoundCard, findCardBySlug } from './public-card-queries.ts'
import { codesHeader } from './revealing-codes.ts'
import { leftPage, notFoundPage, pausedPage, unavailablePage } from './status-pages.tsx'
import { fetchTieredPage, isTiered, type PageRequest } from './tiered-cache.ts'
import { isPublicView, type Viewer } from './viewer.ts'

// D1 may stall for many seconds; the last copy is better than waiting.
const timeoutMs = 3000

const renderOnce = singleFlight<Page>()

/**
 * Returns the page at a slug in the best of its languages; status 200 for a live or paused card. Runs one statement if
 * no cached page is fresh.
 */
export async function getPublicPage(env: Bindings, request: PageRequest): Promise<Page> {
  const first = await getCopy(env, request, '')
  const { origin, preferred } = request
  // A cache may have it in the language of another visitor.
  if (first.status === 404) return notFoundPage(getSite(env, origin, wordsForVisitor(preferred)))
  const variant = findVariant(first, preferred)
  if (!variant) return first
  const page = await getCopy(env, { ...request, preferred: [variant.language] }, variant.query)
  return page.status < 500 ? page : first
}

/** Returns the copy at the page's address with this query, made in the best language if there is none. */
function getCopy(env: Bindings, request: PageRequest, query: string): Promise<Page> {
  const { origin, slug } = request
  const address = origin + viewPath(slug) + query
  return renderOnce(address, async () => {
    const cached = await (isTiered(env)
      ? fetchTieredPage(request, query)
      : readDataCenterCache(address))
    const page = cached ?? (await renderPublicPage(env, request))
    if (page.status >= 500) return (await findLastCopy(env, { address, slug })) ?? page
    waitUntil(updateCaches(address, page, { isNew: !cached && !isTiered(env) }))
    return page
  })
}

function updateCaches(address: string, page: Page, { isNew }: { isNew: boolean }): Promise<void> {
  // The card may have been deleted through another data center, which cannot delete the last copy in this one.
  if (page.status === 404) return deleteLastCopy(address)
  if (page.status === 200 && isNew) return storePage(address, page)
  // A cached page, or the redirect of a former slug, which only the last copies store.
  return storeLastCopy(address, page)
}

/** Renders the page from the D1 primary: without a session, D1 does not use replicas. */
export async function renderPublicPage(
  env: Bindings,
  { origin, slug, preferred }: PageRequest,
): Promise<Page> {
  const site = getSite(env, origin, wordsForVisitor(preferred))
  const found = await findForView(env, slug)
  if (found === 'down') return unavailablePage(site, viewPath(slug))
  if (!found || found.state === 'draft') return notFoundPage(site)
  // A former slug of a moved card redirects once, to its successor.
  if (found.card.slug !== slug && found.state !== 'moved') return redirectToSlug(found.card.slug)
  return renderPublicCopy(env, found, { site, preferred })
}

/** The page that everyone sees, with its headers. */
export function renderPublicCopy(
  env: Bindings,
  found: FoundCard,
  { site, preferred }: { site: Site; preferred: string[] },
): Page {
  if (!isPublicView(found)) throw new Error('A private view must not be cached')
  const shown = inPreferredLanguage(found, preferred)
  const codes = codesHeader(env, found.state === 'live' ? found.revealingCodes : [])
  return withPublicHeaders(renderCardOrNotice(site, shown), shown, codes)
}

/** What was found, with the card in the best of its languages. */
export function inPreferredLanguage(found: FoundCard, preferred: string[]): FoundCard {
  return { ...found, card: inLanguage(found.card, found.locales, preferred) }
}

/** The card in the best of its languages. */
export function inLanguage<C extends PublicCard>(
  card: C,
  locales: CardLocales,
  preferred: string[],
): C {
  const languages = [card.language, ...Object.keys(locales)]
  return localize(card, locales, chooseLanguage(languages, preferred) ?? card.language)
}

/** Returns the card at a slug; `down` instead of throwing if the database fails or times out, so the caller can degrade. */
export async function findForView(
  env: Bindings,
  slug: PathSlug,
  viewer?: Viewer,
): Promise<FoundCard | 'down' | undefined> {
  return degrade('/view/:slug', findCardBySlug(database(env.DB), slug, viewer))
}

/** The value, or `down` if the database fails or times out. */
export async function degrade<Value>(at: string, read: Promise<Value>): Promise<Value | 'down'> {
  return withTimeout(timeoutMs, read).catch((error: unknown) => {
    log('error', at, { error })
    return 'down' as const
  })
}

type Options = UnlockTokens & { isOwnVisit?: boolean; css?: string | null }

/**
 * The page of a card for a viewer, or the redirect to its successor. The caller checks that it is no draft, or the
 * viewer's own.
 */
export function renderCardOrNotice(
  site: Site,
  found: FoundCard,
  { isOwnVisit = false, css, ...unlockTokens }: Options = {},
): Page {
  const { card, state, photo, preview, successor, hidden, isUnlocked } = found
  const siteInLanguage = siteOfCard(site, card)
  if (isOwnVisit || state === 'live')
    return renderCardPage(
      siteInLanguage,
      { ...card, ...unlockTokens },
      { isOwnVisit, state, css, hidden, isUnlocked, preview, placeholder: photo },
    )
  if (state === 'paused') return pausedPage(siteInLanguage, card)
  return state === 'moved' && successor
    ? redirectToSlug(successor.slug)
    : leftPage(siteInLanguage, found)
}

export function getSite(env: Bindings, origin: string, words = wordsIn('en')): Site {
  const { PRODUCT_NAME: product, PRODUCT_SHORT_NAME: shortName } = env
  return { origin, product, shortName, words, offersCopies: offersCopies(env) }
}

/** The site with the words of a page in the language of the card. */
export function siteOfCard(site: Site, { language }: PublicCard): Site {
  return { ...site, words: wordsIn(language) }
}
