/** The page of a card as everybody who is not signed in is sent it, from whichever copy is nearest. */
import { waitUntil } from 'cloudflare:workers'
import { viewPath } from '../../schema/screens.ts'
import type { PathSlug } from '../../schema/slug.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { singleFlight } from '../platform/single-flight.ts'
import { withTimeout } from '../platform/timeout.ts'
import { cardPage } from './card-page.tsx'
import type { Page, Site } from './html-document.tsx'
import { dropLastCopy, keepLastCopy, keepPage, lastCopy, storedPage } from './page-cache.ts'
import { redirectToSlug, withPublicHeaders } from './page-response.ts'
import { notFoundPage, pausedPage, unavailablePage } from './status-pages.tsx'
import { type FoundCard, findCardBySlug } from './store.ts'
import { isTiered, tieredPage } from './tiered-cache.ts'

// D1 has been seen to stall for many seconds; a kept page is better than the wait.
const patience = 3000

const onePageAtATime = singleFlight<Page>()

/** The page at this slug; that of a card or a pause has status 200. Costs one statement when no copy is fresh. */
export function publicPage(env: Bindings, origin: string, slug: PathSlug): Promise<Page> {
  const address = origin + viewPath(slug)
  return onePageAtATime(address, async () => {
    const kept = await (isTiered(env) ? tieredPage(origin, slug) : storedPage(address))
    const page = kept ?? (await makePage(env, origin, slug))
    if (page.status >= 500) return (await lastCopy(env, { address, slug })) ?? page
    // What changed elsewhere has left its last copy here.
    if (page.status === 404) waitUntil(dropLastCopy(address))
    else if (page.status === 200 && !kept && !isTiered(env)) waitUntil(keepPage(address, page))
    else waitUntil(keepLastCopy(address, page))
    return page
  })
}

/** The page made from the card as the database's primary has it: without a session, D1 asks no other. */
export async function makePage(env: Bindings, origin: string, slug: PathSlug): Promise<Page> {
  const site = siteAt(env, origin)
  const found = await findForView(env, slug)
  if (found === 'down') return unavailablePage(site, slug)
  if (!found || found.state === 'draft') return notFoundPage(site)
  if (found.card.slug !== slug) return redirectToSlug(found.card.slug)
  return withPublicHeaders(pageFor(site, found), found.card)
}

/** The card at a slug. That the database failed is an outcome here, because a kept page may stand in. */
export async function findForView(
  env: Bindings,
  slug: PathSlug,
): Promise<FoundCard | 'down' | undefined> {
  const found = withTimeout(patience, findCardBySlug(database(env.DB), slug))
  return found.catch((error: unknown) => {
    log('error', '/view/:slug', { error })
    return 'down' as const
  })
}

type Viewer = { own?: boolean; css?: string | null }

/** What a viewer is shown of a card that is not a draft, or is their own. */
export function pageFor(
  site: Site,
  { card, state, photo }: FoundCard,
  { own = false, css }: Viewer = {},
): Page {
  if (state === 'paused' && !own) return pausedPage(site, card)
  return cardPage(site, card, { own, state, css, placeholder: photo })
}

export function siteAt(env: Bindings, origin: string): Site {
  return { origin, product: env.PRODUCT_NAME, shortName: env.PRODUCT_SHORT_NAME }
}
