/** The cards that level 5 can restore. */
import { Hono } from 'hono'
import { DeletedCardsQuestion } from '../../schema/deleted-card.ts'
import { query } from '../body.ts'
import { listDeletedCards } from '../cards/deleted.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'

export const deletedCardsRoutes = new Hono<App>()

deletedCardsRoutes.get('/', query(DeletedCardsQuestion), async (c) =>
  c.json(await listDeletedCards(database(c.env.DB), c.req.valid('query').user)),
)
