/** Public card pages. */
import { type Context, Hono } from 'hono'
import { canEditCard, canSeeCustomCss } from '../../schema/access.ts'
import { canonicalLanguage } from '../../schema/language.ts'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import { PathShareCode } from '../../schema/share-point.ts'
import { PathSlug } from '../../schema/slug.ts'
import { findViewer, sessionToken } from '../auth/session-cookie.ts'
import type { FoundCard } from '../cards/card-queries.ts'
import { preferredLanguages } from '../cards/choose-language.ts'
import type { Page } from '../cards/html-document.tsx'
import { canonicalRedirect, redirectToSlug, toResponse } from '../cards/page-response.ts'
import { wordsForVisitor } from '../cards/page-words.ts'
import {
  findForView,
  getPublicPage,
  getSite,
  inPreferredLanguage,
  renderCardOrNotice,
  siteOfCard,
} from '../cards/public-page.ts'
import { findForCode, getCodePage } from '../cards/share-point-page.ts'
import { gonePage, notFoundPage, thanksPage, unavailablePage } from '../cards/status-pages.tsx'
import { type App, publicOrigin, type SessionUser } from '../env.ts'

export const viewRoutes = new Hono<App>()

type ViewContext = Context<App, '/:slug'>

viewRoutes.get('/:slug', async (c) => {
  const slug = slugOf(c)
  if (!slug) return toResponse(notFoundPage(currentSite(c)))
  if (new URL(c.req.url).pathname !== viewPath(slug))
    return canonicalRedirect(viewPath(slug) + languageQuery(c))
  const user = sessionToken(c) ? await findViewer(c).catch(() => undefined) : undefined
  if (user) return respondToSignedIn(c, user, slug)
  const origin = publicOrigin(c.env, c.req.raw)
  const page = await getPublicPage(c.env, { origin, slug, preferred: preferredBy(c) })
  c.set('cache', page.cache)
  if (page.status === 200) c.set('page', page)
  return toResponse(keepLanguage(c, page), c.req.header('If-None-Match'))
})

viewRoutes.get('/:slug/', (c) => {
  const slug = slugOf(c)
  return slug
    ? canonicalRedirect(viewPath(slug) + languageQuery(c))
    : toResponse(notFoundPage(currentSite(c)))
})

viewRoutes.get('/:slug/thanks', async (c) => {
  const slug = slugOf(c)
  if (!slug) return toResponse(notFoundPage(currentSite(c)))
  const found = await findForView(c.env, slug)
  if (found === 'down') return toResponse(unavailablePage(currentSite(c), viewPath(slug)))
  if (found?.state !== 'live') return toResponse(notFoundPage(currentSite(c)))
  const { card } = inPreferredLanguage(found, preferredBy(c))
  return toResponse(thanksPage(siteOfCard(currentSite(c), card), card))
})

/** The page for a signed-in user: not cached, and marked if the card is theirs. */
async function respondToSignedIn(
  c: ViewContext,
  user: SessionUser,
  slug: PathSlug,
): Promise<Response> {
  const found = await findForView(c.env, slug)
  if (found === 'down') return toResponse(unavailablePage(currentSite(c), viewPath(slug)))
  const canEdit = !!found && canEditCard(user, found)
  if (!found || (found.state === 'draft' && !canEdit))
    return toResponse(notFoundPage(currentSite(c)))
  if (found.card.slug !== slug && (canEdit || found.state !== 'moved'))
    return toResponse(keepLanguage(c, redirectToSlug(found.card.slug)))
  return respondForUser(c, user, found)
}

// Share points: the same pages, opened by a code.

export const codeRoutes = new Hono<App>()

codeRoutes.get('/:code', async (c) => {
  const code = PathShareCode.safeParse(c.req.param('code')).data
  if (!code) return toResponse(notFoundPage(currentSite(c)))
  const path = sharePointPath(code)
  if (new URL(c.req.url).pathname !== path) return canonicalRedirect(path + languageQuery(c))
  const user = sessionToken(c) ? await findViewer(c).catch(() => undefined) : undefined
  if (user) return respondToCodeSignedIn(c, user, code)
  const origin = publicOrigin(c.env, c.req.raw)
  const { page, slug } = await getCodePage(c.env, { origin, code, preferred: preferredBy(c) })
  c.set('cache', page.cache)
  if (slug && page.status === 200) {
    c.set('page', page)
    c.set('pagePath', viewPath(slug))
  }
  return toResponse(keepLanguage(c, page), c.req.header('If-None-Match'))
})

codeRoutes.get('/:code/', (c) => {
  const code = PathShareCode.safeParse(c.req.param('code')).data
  return code
    ? canonicalRedirect(sharePointPath(code) + languageQuery(c))
    : toResponse(notFoundPage(currentSite(c)))
})

async function respondToCodeSignedIn(
  c: Context<App>,
  user: SessionUser,
  code: PathShareCode,
): Promise<Response> {
  const target = await findForCode(c.env, code)
  if (target === 'down') return toResponse(unavailablePage(currentSite(c), sharePointPath(code)))
  if (!target) return toResponse(notFoundPage(currentSite(c)))
  const { found } = target
  const isShown = found && (found.state !== 'draft' || canEditCard(user, found))
  return isShown ? respondForUser(c, user, found) : toResponse(gonePage(currentSite(c)))
}

function respondForUser(c: Context<App>, user: SessionUser, found: FoundCard): Response {
  const isOwnVisit = canEditCard(user, found)
  const css = canSeeCustomCss(user, found) ? found.customCss : null
  const shown = inPreferredLanguage(found, preferredBy(c))
  const page = renderCardOrNotice(currentSite(c), shown, { isOwnVisit, css })
  return toResponse(keepLanguage(c, page))
}

function preferredBy(c: Context<App>): string[] {
  return preferredLanguages(c.req.raw)
}

/** The query of a redirect: the language that the visitor selected, if any. */
function languageQuery(c: Context<App>): string {
  const language = canonicalLanguage(c.req.query('l') ?? '')
  return language ? `?l=${language}` : ''
}

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
