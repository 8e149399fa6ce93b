/** The batch upload of User Management. */
import { Hono } from 'hono'
import { type BulkRowResult, BulkUpload, NameCheck } from '../../schema/bulk.ts'
import { NewUser } from '../../schema/user.ts'
import { body } from '../body.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { tooMany } from '../http.ts'
import { askFresh } from '../middleware/fresh.ts'
import { signedIn } from '../middleware/session.ts'
import { findTaken, makeBulkUser } from '../users/bulk.ts'
import { takeTurn } from '../users/throttle.ts'

export const bulkRoutes = new Hono<App>()

/** Names that cannot be had, before any row is sent; the sending asks again. */
bulkRoutes.post('/check', body(NameCheck), async (c) =>
  c.json(await findTaken(database(c.env.DB), c.req.valid('json'))),
)

// One after the other: hashing takes the isolate, and two rows may ask for one username.
bulkRoutes.post('/bulk', body(BulkUpload), async (c) => {
  const actor = signedIn(c)
  const rows = c.req.valid('json').users
  if (rows.some((row) => (NewUser.safeParse(row).data?.accessLevel ?? 0) >= 4)) askFresh(c)
  const most = Number(c.env.BULK_CALLS_PER_HOUR)
  const wait = await takeTurn(c.env, { kind: 'bulk', who: String(actor.id), most, window: 3600 })
  if (wait > 0) tooMany(wait)
  const results: BulkRowResult[] = []
  for (const row of rows) results.push(await makeBulkUser(c.env, row, actor))
  c.set('changed', { made: results.flatMap((row) => (row.status === 'made' ? [row.id] : [])) })
  return c.json({ results })
})
