/** The public pages of cards. */
import { type Context, Hono } from 'hono'
import { canEditCard, canSeeCustomCss } from '../../schema/access.ts'
import { viewPath } from '../../schema/screens.ts'
import { answer, canonical, moved, publicly } from '../cards/answers.ts'
import { inlineAvatar } from '../cards/avatar.ts'
import type { Page, Site } from '../cards/Document.tsx'
import { keepPage, lastPage, storedPage } from '../cards/edge-cache.ts'
import { cardPage, failedPage, notFoundPage, pausedPage, thanksPage } from '../cards/page.tsx'
import { type FoundCard, findCardBySlug } from '../cards/store.ts'
import { database } from '../database.ts'
import { type App, publicOrigin } from '../env.ts'
import { findSessionUser, sessionToken } from '../middleware/session.ts'
import { causes } from '../trouble.ts'
import type { SessionUser } from '../users/sessions.ts'

export const viewRoutes = new Hono<App>()

type Here = Context<App, '/:slug'>

viewRoutes.get('/:slug', async (c) => {
  const slug = c.req.param('slug')
  if (slug !== slug.toLowerCase()) return canonical(slug)
  const user = sessionToken(c) ? await findSessionUser(c).catch(() => undefined) : undefined
  if (user) return privateView(c, user)
  const address = publicOrigin(c.env, c.req.raw) + viewPath(slug)
  const page = (await storedPage(address)) ?? (await freshPage(c, address))
  if (page.status === 200) c.set('page', page)
  return answer(page, c.req.header('If-None-Match'))
})

viewRoutes.get('/:slug/', (c) => canonical(c.req.param('slug')))

viewRoutes.get('/:slug/thanks', async (c) => {
  const found = await find(c)
  if (found === 'down') return answer(await failedPage(siteOf(c), c.req.param('slug')))
  if (found?.state !== 'live') return answer(await notFoundPage(siteOf(c)))
  return answer(await thanksPage(siteOf(c), found.card))
})

async function freshPage(c: Here, address: string): Promise<Page> {
  const slug = c.req.param('slug')
  const found = await find(c)
  if (found === 'down') return (await lastPage(address)) ?? failedPage(siteOf(c), slug)
  if (!found || found.state === 'draft') return notFoundPage(siteOf(c))
  if (found.card.slug !== slug) return moved(found.card.slug)
  const page = await publicly(await pageOf(c, found), found.card)
  c.executionCtx.waitUntil(keepPage(address, page))
  return page
}

/** For somebody signed in: made now, kept nowhere, marked when it is theirs. */
async function privateView(c: Here, user: SessionUser): Promise<Response> {
  const found = await find(c)
  if (found === 'down') return answer(await failedPage(siteOf(c), c.req.param('slug')))
  const own = !!found && canEditCard(user, found)
  if (!found || (found.state === 'draft' && !own)) return answer(await notFoundPage(siteOf(c)))
  if (found.card.slug !== c.req.param('slug')) return answer(moved(found.card.slug))
  const css = canSeeCustomCss(user, found) ? found.customCss : null
  return answer(await pageOf(c, found, { own, css }))
}

async function pageOf(
  c: Here,
  { card, state }: FoundCard,
  { own = false, css }: { own?: boolean; css?: string | null } = {},
): Promise<Page> {
  if (state === 'paused' && !own) return pausedPage(siteOf(c), card)
  const page = await cardPage(siteOf(c), card, { own, state, css })
  const avatar = await inlineAvatar(c.env.MEDIA, card.profilePicture, page.body)
  return avatar ? cardPage(siteOf(c), card, { own, state, css, avatar }) : page
}

// Nothing but a slug reaches the database; that it failed is an outcome here, because a kept page may stand in.
async function find(c: Here) {
  const slug = c.req.param('slug')
  if (!/^[a-z0-9-]{3,60}$/.test(slug)) return undefined
  return findCardBySlug(database(c.env.DB), slug).catch((error) => {
    console.error(JSON.stringify({ at: '/view/:slug', error: causes(error) }))
    return 'down' as const
  })
}

function siteOf(c: Here): Site {
  const { PRODUCT_NAME, PRODUCT_SHORT_NAME } = c.env
  return {
    origin: publicOrigin(c.env, c.req.raw),
    product: PRODUCT_NAME,
    shortName: PRODUCT_SHORT_NAME,
  }
}
