/** The routes of public pages, at a slug (`/view`) and at the code of a share point (`/s`). */
import { type Context, Hono } from 'hono'
import { canEditCard, canSeeCustomCss } from '../../schema/access.ts'
import { PathSlug } from '../../schema/cards/slug.ts'
import { canonicalLanguage } from '../../schema/language.ts'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import { PathShareCode } from '../../schema/share-points/share-point.ts'
import { type App, publicOrigin } from '../env.ts'
import { publicEndpoint } from '../http/input.ts'
import type { Page } from './html-document.tsx'
import { preferredLanguages, wordsForVisitor } from './languages.ts'
import { canonicalRedirect, redirectToSlug, toResponse } from './page-response.ts'
import type { FoundCard } from './public-card-queries.ts'
import {
  findForCode,
  findForView,
  getCodePage,
  getPublicPage,
  getSite,
  inPreferredLanguage,
  renderCardOrNotice,
  siteOfCard,
} from './public-page.ts'
import { findViewer } from './session-viewer.ts'
import { gonePage, notFoundPage, thanksPage, unavailablePage } from './status-pages.tsx'
import {
  exchangeUnlock,
  mayReveal,
  revealingUnlock,
  setUnlockCookie,
  unlockInCookie,
  unlocksOf,
  unlockTokenForLinks,
  type Viewer,
} from './viewer.ts'

export const viewRoutes = new Hono<App>()

type ViewContext = Context<App, '/:slug'>

viewRoutes.get(
  '/:slug',
  publicEndpoint({
    access: 'anyone',
    rule: 'a former slug, or a moved card: 302',
    responseType: 'text/html',
    summary: "A card's public page",
  }),
  async (c) => {
    const slug = slugOf(c)
    if (!slug) return toResponse(notFoundPage(currentSite(c)))
    if (new URL(c.req.url).pathname !== viewPath(slug))
      return canonicalRedirect(viewPath(slug) + languageQuery(c))
    const viewer = await viewerOf(c)
    const response = viewer && (await respondTo(c, viewer, slug))
    if (response) return response
    const origin = publicOrigin(c.env, c.req.raw)
    const page = await getPublicPage(c.env, { origin, slug, preferred: preferredBy(c) })
    c.set('cache', page.cache)
    if (page.status === 200) c.set('page', page)
    return toResponse(keepLanguage(c, page), c.req.header('If-None-Match'))
  },
)

viewRoutes.get(
  '/:slug/',
  publicEndpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'Redirects to the URL without the slash',
  }),
  (c) => {
    const slug = slugOf(c)
    return slug
      ? canonicalRedirect(viewPath(slug) + languageQuery(c))
      : toResponse(notFoundPage(currentSite(c)))
  },
)

viewRoutes.get(
  '/:slug/thanks',
  publicEndpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'The thank-you page of a form submitted without JavaScript',
  }),
  async (c) => {
    const slug = slugOf(c)
    if (!slug) return toResponse(notFoundPage(currentSite(c)))
    const unlocks = unlocksOf(c)
    const found = await findForView(c.env, slug, { unlocks })
    if (found === 'down') return toResponse(unavailablePage(currentSite(c), viewPath(slug)))
    if (found?.state !== 'live') return toResponse(notFoundPage(currentSite(c)))
    const { card } = inPreferredLanguage(found, preferredBy(c))
    const unlock = revealingUnlock(found, unlocks)
    const shown = unlock ? { ...card, unlockToken: unlockTokenForLinks(c, unlock) } : card
    const back = unlock ? sharePointPath(unlock.via) : viewPath(slug)
    return toResponse(thanksPage(siteOfCard(currentSite(c), card), shown, back))
  },
)

/** Returns a viewer who may see another page than everyone: a signed-in user, or a visitor with an unlock. */
async function viewerOf(c: Context<App>): Promise<Viewer | undefined> {
  const user = await findViewer(c).catch(() => undefined)
  const unlock = unlockInCookie(c)
  return user || unlock ? { user, unlocks: unlock ? [unlock] : [] } : undefined
}

/** Returns the page for one viewer, which is not cached; undefined for a visitor while the database is down. */
async function respondTo(
  c: ViewContext,
  viewer: Viewer,
  slug: PathSlug,
): Promise<Response | undefined> {
  const found = await findForView(c.env, slug, viewer)
  if (found === 'down')
    return viewer.user && toResponse(unavailablePage(currentSite(c), viewPath(slug)))
  const isEditor = !!found && canEdit(viewer, found)
  if (!found || (found.state === 'draft' && !isEditor))
    return toResponse(notFoundPage(currentSite(c)))
  if (found.card.slug !== slug && (isEditor || found.state !== 'moved')) {
    if (found.may.includes('exchange')) keepUnlocked(c, found, viewer)
    return toResponse(keepLanguage(c, redirectToSlug(found.card.slug)))
  }
  return render(c, viewer, found)
}

// The cookie was set for the path with the former slug.
function keepUnlocked(c: Context<App>, { card }: FoundCard, { unlocks = [] }: Viewer): void {
  const unlock = unlocks.find(({ cardId }) => cardId === card.id)
  if (unlock) setUnlockCookie(c, card, { at: unlock.at })
}

// Share points: the same pages, opened by a code.

export const codeRoutes = new Hono<App>()

codeRoutes.get(
  '/:code',
  publicEndpoint({
    access: 'anyone',
    rule: 'a moved card: 302 to its successor; a deleted card or a draft: 410',
    responseType: 'text/html',
    summary: "A card's public page, opened by the code of a share point",
    errors: { 410: 'The page Card No Longer Available.' },
  }),
  async (c) => {
    const code = PathShareCode.safeParse(c.req.param('code')).data
    if (!code) return toResponse(notFoundPage(currentSite(c)))
    const path = sharePointPath(code)
    if (new URL(c.req.url).pathname !== path) return canonicalRedirect(path + languageQuery(c))
    const viewer = await viewerOf(c)
    const response = viewer && (await respondAtCode(c, { ...viewer, code }, code))
    if (response) return response
    const origin = publicOrigin(c.env, c.req.raw)
    const { page, slug } = await getCodePage(c.env, { origin, code, preferred: preferredBy(c) })
    if (mayReveal(c.env, page, code)) {
      const revealed = await respondAtCode(c, { code }, code)
      if (revealed) return revealed
    }
    c.set('cache', page.cache)
    if (slug && page.status === 200) {
      c.set('page', page)
      c.set('pagePath', viewPath(slug))
    }
    return toResponse(keepLanguage(c, page), c.req.header('If-None-Match'))
  },
)

codeRoutes.get(
  '/:code/',
  publicEndpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'Redirects to the URL without the slash',
  }),
  (c) => {
    const code = PathShareCode.safeParse(c.req.param('code')).data
    return code
      ? canonicalRedirect(sharePointPath(code) + languageQuery(c))
      : toResponse(notFoundPage(currentSite(c)))
  },
)

/** Returns the page at a code for one viewer, like `respondTo`. */
async function respondAtCode(
  c: Context<App>,
  viewer: Viewer,
  code: PathShareCode,
): Promise<Response | undefined> {
  const target = await findForCode(c.env, code, viewer)
  if (target === 'down')
    return viewer.user && toResponse(unavailablePage(currentSite(c), sharePointPath(code)))
  if (!target) return toResponse(notFoundPage(currentSite(c)))
  const { found } = target
  const isShown = found && (found.state !== 'draft' || canEdit(viewer, found))
  return isShown ? render(c, viewer, found) : toResponse(gonePage(currentSite(c)))
}

function render(c: Context<App>, viewer: Viewer, found: FoundCard): Response {
  const { user, code, unlocks = [] } = viewer
  const isOwnVisit = canEdit(viewer, found)
  const css = user && canSeeCustomCss(user, found) ? found.customCss : null
  const isRevealed = code && !isOwnVisit && found.may.includes('share-points')
  const unlockToken = isRevealed
    ? unlockTokenForLinks(c, { cardId: found.card.id, via: code })
    : undefined
  const exchange = found.card.hasChat ? exchangeUnlock(found, unlocks) : undefined
  const chatUnlockToken = exchange && unlockTokenForLinks(c, exchange)
  const shown = inPreferredLanguage(found, preferredBy(c))
  const page = renderCardOrNotice(currentSite(c), shown, {
    isOwnVisit,
    css,
    unlockToken,
    chatUnlockToken,
  })
  return toResponse(keepLanguage(c, page))
}

function canEdit({ user }: Viewer, found: FoundCard): boolean {
  return !!user && canEditCard(user, found)
}

function preferredBy(c: Context<App>): string[] {
  return preferredLanguages(c.req.raw)
}

/** Returns the query that keeps the language the visitor selected; empty if there is none. */
function languageQuery(c: Context<App>): string {
  const language = canonicalLanguage(c.req.query('l') ?? '')
  return language ? `?l=${language}` : ''
}

/** Returns a redirect with the selected language in its location; another page unchanged. */
function keepLanguage(c: Context<App>, page: Page): Page {
  const location = page.headers.get('Location')
  if (!location) return page
  const headers = new Headers(page.headers)
  headers.set('Location', location + languageQuery(c))
  return { ...page, headers }
}

function slugOf(c: ViewContext): PathSlug | undefined {
  return PathSlug.safeParse(c.req.param('slug')).data
}

function currentSite(c: Context<App>) {
  return getSite(c.env, publicOrigin(c.env, c.req.raw), wordsForVisitor(preferredBy(c)))
}
