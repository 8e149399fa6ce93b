/** Whether a slug is available, checked while the owner types it. */
import { Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { SlugAnswer, SlugQuery } from '../../schema/cards/slug.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { endpoint } from '../http/endpoint.ts'
import { orNotFound, requirePermission } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { findCard } from './queries.ts'
import { slugError } from './slugs.ts'

export const slugsRoutes = new Hono<App>()

slugsRoutes.get(
  '/:slug',
  endpoint({
    access: 1,
    rule: 'with cardId: owner of that card, or level 4 and not below the owner',
    query: SlugQuery,
    response: SlugAnswer,
    summary: 'Whether a slug is available, and if not, why',
  }),
  async (c) => {
    const { cardId } = c.req.valid('query')
    const db = database(c.env.DB)
    if (cardId) {
      const card = orNotFound(await findCard(db, cardId), 'Card not found')
      requirePermission(
        canEditCard(requireUser(c), card),
        "You don't have permission to edit this card",
      )
    }
    const reason = await slugError(db, c.req.param('slug'), cardId)
    return c.json({ available: reason === null, reason } satisfies SlugAnswer)
  },
)
