/** The data of a visitor, which the owner of a card or the operator exports or erases at the visitor's request. */
import { type Context, Hono } from 'hono'
import { VisitorData, VisitorErasure, VisitorQuery } from '../../schema/inbox/inbox.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { database } from '../platform/database.ts'
import { eraseSubmissionsOf, findSubmissionsOf } from './visitor-entries.ts'

const onlyOwn = 'on your own cards; at level 5 on all cards'

export const visitorDataRoutes = new Hono<App>()

// In the body, because an address in the path would be in every log on the way.
visitorDataRoutes.post(
  '/',
  endpoint({
    access: 1,
    rule: onlyOwn,
    body: VisitorQuery,
    maxBody: kB,
    response: VisitorData,
    summary: 'Form submissions of a visitor, by email address',
    example: { email: 'grace@example.com' },
    audit: 'visitor-data-read',
  }),
  async (c) => {
    const visitor = { ...c.req.valid('json'), ...readableCards(c) }
    return c.json({ entries: await findSubmissionsOf(database(c.env.DB), visitor) })
  },
)

visitorDataRoutes.delete(
  '/',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    rule: onlyOwn,
    body: VisitorQuery,
    maxBody: kB,
    response: VisitorErasure,
    summary: 'Erase the form submissions of a visitor',
    example: { email: 'grace@example.com' },
    audit: 'visitor-data-erased',
  }),
  async (c) => {
    const visitor = { ...c.req.valid('json'), ...readableCards(c) }
    const erased = await eraseSubmissionsOf(database(c.env.DB), c.env, visitor)
    c.set('changed', { erased })
    return c.json({ erased })
  },
)

/** Level 5 can read the entries of all cards, other users those of their own cards. */
function readableCards(c: Context<App>): { ownerId?: number } {
  const { id, accessLevel } = requireUser(c)
  return accessLevel === 5 ? {} : { ownerId: id }
}
