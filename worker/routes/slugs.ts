/** Whether a card could have an address, while its owner types it. */
import { Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { type SlugAnswer, SlugQuestion } from '../../schema/slug.ts'
import { query } from '../body.ts'
import { slugObjection } from '../cards/slugs.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { allow, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'

export const slugsRoutes = new Hono<App>()

slugsRoutes.get('/:slug', query(SlugQuestion), async (c) => {
  const { cardId } = c.req.valid('query')
  const db = database(c.env.DB)
  if (cardId) {
    const card = found(await findCard(db, cardId), 'Card not found')
    allow(canEditCard(signedIn(c), card), "You don't have permission to edit this card")
  }
  const reason = await slugObjection(db, c.req.param('slug'), cardId)
  return c.json({ available: reason === null, reason } satisfies SlugAnswer)
})
