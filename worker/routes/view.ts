/** Public card pages. */
import { type Context, Hono } from 'hono'
import { canEditCard, canSeeCustomCss } from '../../schema/access.ts'
import { viewPath } from '../../schema/screens.ts'
import { PathSlug } from '../../schema/slug.ts'
import { findViewer, sessionToken } from '../auth/session-cookie.ts'
import { canonicalRedirect, redirectToSlug, toResponse } from '../cards/page-response.ts'
import {
  findForView,
  getPublicPage,
  getSite,
  renderCardOrPausedPage,
} from '../cards/public-page.ts'
import { notFoundPage, thanksPage, unavailablePage } from '../cards/status-pages.tsx'
import { type App, publicOrigin, type SessionUser } from '../env.ts'

export const viewRoutes = new Hono<App>()

type ViewContext = Context<App, '/:slug'>

viewRoutes.get('/:slug', async (c) => {
  const slug = slugOf(c)
  if (!slug) return toResponse(notFoundPage(currentSite(c)))
  if (new URL(c.req.url).pathname !== viewPath(slug)) return canonicalRedirect(slug)
  const user = sessionToken(c) ? await findViewer(c).catch(() => undefined) : undefined
  if (user) return respondToSignedIn(c, user, slug)
  const page = await getPublicPage(c.env, publicOrigin(c.env, c.req.raw), slug)
  c.set('cache', page.cache)
  if (page.status === 200) c.set('page', page)
  return toResponse(page, c.req.header('If-None-Match'))
})

viewRoutes.get('/:slug/', (c) => {
  const slug = slugOf(c)
  return slug ? canonicalRedirect(slug) : toResponse(notFoundPage(currentSite(c)))
})

viewRoutes.get('/:slug/thanks', async (c) => {
  const slug = slugOf(c)
  if (!slug) return toResponse(notFoundPage(currentSite(c)))
  const found = await findForView(c.env, slug)
  if (found === 'down') return toResponse(unavailablePage(currentSite(c), slug))
  if (found?.state !== 'live') return toResponse(notFoundPage(currentSite(c)))
  return toResponse(thanksPage(currentSite(c), found.card))
})

/** The page for a signed-in user: not cached, and marked if the card is theirs. */
async function respondToSignedIn(
  c: ViewContext,
  user: SessionUser,
  slug: PathSlug,
): Promise<Response> {
  const found = await findForView(c.env, slug)
  if (found === 'down') return toResponse(unavailablePage(currentSite(c), slug))
  const canEdit = !!found && canEditCard(user, found)
  if (!found || (found.state === 'draft' && !canEdit))
    return toResponse(notFoundPage(currentSite(c)))
  if (found.card.slug !== slug) return toResponse(redirectToSlug(found.card.slug))
  const css = canSeeCustomCss(user, found) ? found.customCss : null
  return toResponse(renderCardOrPausedPage(currentSite(c), found, { isOwnVisit: canEdit, css }))
}

function slugOf(c: ViewContext): PathSlug | undefined {
  return PathSlug.safeParse(c.req.param('slug')).data
}

function currentSite(c: ViewContext) {
  return getSite(c.env, publicOrigin(c.env, c.req.raw))
}
