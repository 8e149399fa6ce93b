/** What a visitor left: handed out or erased when they ask the owner of a card, or who runs the installation. */
import { type Context, Hono } from 'hono'
import { VisitorQuestion } from '../../schema/visitor-data.ts'
import { body } from '../body.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { eraseVisitor, findVisitor } from '../inbox/visitor-data.ts'
import { signedIn } from '../middleware/session.ts'

export const visitorDataRoutes = new Hono<App>()

// In the body: an address in the path would stand in every log on the way.
visitorDataRoutes.post('/', body(VisitorQuestion), async (c) => {
  const visitor = { ...c.req.valid('json'), ...withinReach(c) }
  return c.json({ entries: await findVisitor(database(c.env.DB), visitor) })
})

visitorDataRoutes.delete('/', body(VisitorQuestion), async (c) => {
  const visitor = { ...c.req.valid('json'), ...withinReach(c) }
  const erased = await eraseVisitor(database(c.env.DB), visitor)
  c.set('changed', { erased })
  return c.json({ erased })
})

/** Level 5 reads the entries of all cards, everybody else those of their own. */
function withinReach(c: Context<App>): { ownerId?: number } {
  const { id, accessLevel } = signedIn(c)
  return accessLevel === 5 ? {} : { ownerId: id }
}
