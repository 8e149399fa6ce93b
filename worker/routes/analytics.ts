/** The analytics of a card, for its owner and for level 4. */
import { Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { ReportQuery } from '../../schema/analytics.ts'
import { reportOn } from '../analytics/report.ts'
import { pathId, query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { allow, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'

export const analyticsRoutes = new Hono<App>()

analyticsRoutes.get('/:id', query(ReportQuery), async (c) => {
  const user = signedIn(c)
  const card = found(
    await findCard(database(c.env.DB), pathId(c.req.param('id'))),
    'Card not found',
  )
  allow(canEditCard(user, card), "You don't have permission to view analytics for this card")
  const withContent = card.userId === user.id || user.accessLevel >= 5
  const asked = { cardId: card.id, query: c.req.valid('query'), withContent }
  return c.json(await reportOn(c.env, asked))
})
