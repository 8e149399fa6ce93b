/** Taking analytics away as files. */
import { Hono } from 'hono'
import { canEditCard, canReadEntries } from '../../schema/access.ts'
import { ExportQuery } from '../../schema/pull.ts'
import { pathId, query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { exportCard } from '../exports/card-export.ts'
import { allow, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'
import { nothingToExport } from '../policy/exports.ts'

export const exportsRoutes = new Hono<App>()

exportsRoutes.get('/analytics/:id/export', query(ExportQuery), async (c) => {
  const user = signedIn(c)
  const card = found(
    await findCard(database(c.env.DB), pathId(c.req.param('id'))),
    'Card not found',
  )
  allow(canEditCard(user, card), "You don't have permission to view analytics for this card")
  const asked = { card, query: c.req.valid('query'), withContent: canReadEntries(user, card) }
  return found(await exportCard(c.env, asked), nothingToExport)
})
