/** Documents that stand in a frame of a card's page, each with a policy of its own. */
import { type Context, Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { MapQuestion } from '../../schema/spot.ts'
import { pathId, query } from '../body.ts'
import { findSpot } from '../cards/geocode.ts'
import { mapPage } from '../cards/map-page.tsx'
import { findCard, findLiveCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { found } from '../http.ts'
import { findViewer, sessionToken } from '../middleware/session.ts'

export const embedsRoutes = new Hono<App>()

embedsRoutes.get('/map/:id', query(MapQuestion), async (c) => {
  const { card, own } = await shownCard(c, pathId(c.req.param('id')))
  const typed = own ? c.req.valid('query').address : undefined
  const address = found(typed ?? card.address, 'This card has no address')
  const { pin } = card.customizations
  const spot = pin?.of === address ? pin : await findSpot(c.env, address)
  const page = mapPage(c.env, {
    name: card.name ?? card.company ?? card.slug,
    address,
    spot: typeof spot === 'object' ? spot : undefined,
  })
  return c.html(page.html, 200, { 'Content-Security-Policy': page.policy })
})

/** A live card, or one in any state for who may edit it. */
async function shownCard(c: Context<App>, id: number) {
  const db = database(c.env.DB)
  const user = sessionToken(c) ? await findViewer(c) : undefined
  const any = user && (await findCard(db, id))
  if (any && canEditCard(user, any)) return { card: any, own: true }
  return { card: found(await findLiveCard(db, id), 'Card not found').card, own: false }
}
