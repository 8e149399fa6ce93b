/** The public page of a card, at its slug or at the code of a share point, from the nearest cache. */
import { waitUntil } from 'cloudflare:workers'
import type { UnlockTokens } from '../../card/links.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { CardLocales } from '../../schema/cards/card-texts.ts'
import { localize } from '../../schema/cards/reveal.ts'
import type { PathSlug } from '../../schema/cards/slug.ts'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import type { PathShareCode } from '../../schema/share-points/share-point.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { offersCopies } from '../platform/mail.ts'
import { renderCardPage } from './card-page.tsx'
import type { Page, Site } from './html-document.tsx'
import { chooseLanguage, findVariant, wordsForVisitor, wordsIn } from './languages.ts'
import {
  deleteLastCopy,
  findLastCopy,
  readDataCenterCache,
  readSlug,
  storeLastCopy,
  storePage,
  storeSlug,
} from './page-cache.ts'
import { redirectToSlug, withPublicHeaders } from './page-response.ts'
import {
  type CodeTarget,
  type FoundCard,
  findCardByCode,
  findCardBySlug,
} from './public-card-queries.ts'
import { gonePage, leftPage, notFoundPage, pausedPage, unavailablePage } from './status-pages.tsx'
import { fetchTieredPage, isTiered, type PageRequest } from './tiered-cache.ts'
import { codesHeader, isPublicView, type Viewer } from './viewer.ts'

// D1 may stall for many seconds. The last copy is better than waiting longer than this.
const timeoutMs = 3000

const renderOnce = singleFlight<Page>()

/** Returns the page at a slug, in the language that fits the visitor best. Runs one statement if no cache has it. */
export async function getPublicPage(env: Bindings, request: PageRequest): Promise<Page> {
  const first = await getCopy(env, request, '')
  const { origin, preferred } = request
  // A cached 404 may be in the language of another visitor.
  if (first.status === 404) return notFoundPage(getSite(env, origin, wordsForVisitor(preferred)))
  const variant = findVariant(first, preferred)
  if (!variant) return first
  const page = await getCopy(env, { ...request, preferred: [variant.language] }, variant.query)
  return page.status < 500 ? page : first
}

/** Returns the copy at the page's address with this query. If there is none, makes it in the language that fits best. */
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
  // A page from a cache, or the redirect of a former slug. Of these, only the last copies are updated.
  return storeLastCopy(address, page)
}

/** Renders the page from the D1 primary. Without a session, D1 does not use replicas. */
export async function renderPublicPage(
  env: Bindings,
  { origin, slug, preferred }: PageRequest,
): Promise<Page> {
  const site = getSite(env, origin, wordsForVisitor(preferred))
  const found = await findForView(env, slug)
  if (found === 'down') return unavailablePage(site, viewPath(slug))
  if (!found || found.state === 'draft') return notFoundPage(site)
  // The former slug of a moved card redirects once, directly to the successor.
  if (found.card.slug !== slug && found.state !== 'moved') return redirectToSlug(found.card.slug)
  return renderPublicCopy(env, found, { site, preferred })
}

/** Returns the page that everyone sees, with its headers. */
function renderPublicCopy(
  env: Bindings,
  found: FoundCard,
  { site, preferred }: { site: Site; preferred: string[] },
): Page {
  if (!isPublicView(found)) throw new Error('A private view must not be cached')
  const shown = inPreferredLanguage(found, preferred)
  const codes = codesHeader(env, found.state === 'live' ? found.revealingCodes : [])
  return withPublicHeaders(renderCardOrNotice(site, shown), shown, codes)
}

/** Returns what was found, with the card in the language that fits best. */
export function inPreferredLanguage(found: FoundCard, preferred: string[]): FoundCard {
  return { ...found, card: inLanguage(found.card, found.locales, preferred) }
}

/** Returns the card in the language that fits best. */
export function inLanguage<C extends PublicCard>(
  card: C,
  locales: CardLocales,
  preferred: string[],
): C {
  const languages = [card.language, ...Object.keys(locales)]
  return localize(card, locales, chooseLanguage(languages, preferred) ?? card.language)
}

/** Returns the card at a slug; `down` if the database fails or takes more than 3 s. */
export async function findForView(
  env: Bindings,
  slug: PathSlug,
  viewer?: Viewer,
): Promise<FoundCard | 'down' | undefined> {
  return degrade('/view/:slug', findCardBySlug(database(env.DB), slug, viewer))
}

/** Returns the value; `down` if the database fails or takes more than 3 s. */
async function degrade<Value>(at: string, read: Promise<Value>): Promise<Value | 'down'> {
  return withTimeout(timeoutMs, read).catch((error: unknown) => {
    log('error', at, { error })
    return 'down' as const
  })
}

type Options = UnlockTokens & { isOwnVisit?: boolean; css?: string | null }

/**
 * Returns the page of a card for a viewer, a notice, or the redirect to its successor. The caller must make sure that the card is
 * not a draft that the viewer may not see.
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

/** Returns the site with words in the language of the card. */
export function siteOfCard(site: Site, { language }: PublicCard): Site {
  return { ...site, words: wordsIn(language) }
}

// Share points: a code opens the same cached page as the slug, with the same number of trips.

/** The address of a code, and the languages of the visitor, the best first. */
type CodeRequest = { origin: string; code: PathShareCode; preferred: string[] }

/** `slug` is the slug of the page, if it shows a card. */
type OpenedPage = { page: Page; slug?: PathSlug }

const openOnce = singleFlight<OpenedPage>()

/**
 * Returns the page that a code opens: 404 if there is no such code, 410 if its card is not public. Runs one statement if the code
 * or the page is not cached.
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

/**
 * Returns the card that a code opens, for a viewer whose page is not cached; `down` if the database fails or takes more
 * than 3 s.
 */
export function findForCode(
  env: Bindings,
  code: PathShareCode,
  viewer?: Viewer,
): Promise<CodeTarget | 'down' | undefined> {
  return degrade('/s/:code', findCardByCode(database(env.DB), code, viewer))
}

// If the card was renamed, the code may still have the former slug: one more read, once per data center. If the card was moved,
// it takes one more read each time, because the code stays with the card, which may become live again.
async function openSlug(env: Bindings, request: CodeRequest, slug: PathSlug): Promise<OpenedPage> {
  const { origin, preferred } = request
  const page = await getPublicPage(env, { origin, slug, preferred })
  if (page.status === 404) return { page: gonePage(getSite(env, origin)) }
  if (page.status !== 302) return { page, slug }
  const opened = await openFirst(env, request)
  return opened.page.status === 503 ? { page } : opened
}

// The statement that finds the card of a code also reads all its page needs.
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
    // As at the slug: no copy of a card that is not public may remain.
    waitUntil(deleteLastCopy(address))
    return { page: gonePage(site) }
  }
  const page = renderPublicCopy(env, found, { site, preferred })
  const store = isTiered(env) || page.status !== 200 ? storeLastCopy : storePage
  waitUntil(store(address, page))
  return { page, slug }
}

// Concurrent calls with the same key share one execution per isolate.

/** Each poll waits this much longer than the one before. */
const pollStepMs = 4
/** Together, they take 480 ms. */
const maxPolls = 15

type Flight<Value> = { outcome?: { value: Value } | { error: unknown } }

/**
 * Returns a function that joins the execution in progress for a key, or starts one. An execution continues when its client
 * disconnects. A caller that has waited for about 500 ms starts another one, which later callers join.
 */
function singleFlight<Value>() {
  const flights = new Map<string, Flight<Value>>()

  function start(key: string, work: () => Promise<Value>): Promise<Value> {
    const flight: Flight<Value> = {}
    flights.set(key, flight)
    const settle = (outcome: Flight<Value>['outcome']) => {
      flight.outcome = outcome
      if (flights.get(key) === flight) flights.delete(key)
    }
    const execution = work()
    waitUntil(
      execution.then(
        (value) => settle({ value }),
        (error: unknown) => settle({ error }),
      ),
    )
    return execution
  }

  return async (key: string, work: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      const flight = flights.get(key)
      if (!flight) return start(key, work)
      await settled(flight)
      if (flight.outcome) return resultOf(flight.outcome)
      if (flights.get(key) === flight) return start(key, work)
    }
  }
}

function resultOf<Value>(outcome: NonNullable<Flight<Value>['outcome']>): Value {
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

// Polls instead of awaiting a promise of another request: after thousands of these, workerd continued a request in the context of
// the other one, and its response was lost (seen in tests).
async function settled(flight: Flight<unknown>): Promise<void> {
  for (let poll = 1; poll <= maxPolls && !flight.outcome; poll += 1)
    await scheduler.wait(poll * pollStepMs)
}
