/** The analytics of a card, for its owner and for level 4. */
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { canEditCard, canReadEntries } from '../../schema/access.ts'
import { CardReportQuery, HistoryQuery } from '../../schema/card-report.ts'
import { ExportQuery } from '../../schema/pull.ts'
import { cardReport } from '../analytics/card-report.ts'
import { readHistory } from '../analytics/history.ts'
import { pathId, query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { exportAnswer } from '../exports/answer.ts'
import { allow, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'
import { nothingToExport } from '../policy/exports.ts'

export const analyticsRoutes = new Hono<App>()

analyticsRoutes.get('/:id', query(CardReportQuery), etag({ weak: true }), async (c) => {
  const card = await countedCard(c)
  const withContent = canReadEntries(signedIn(c), card)
  const report = await cardReport(c.env, { card, query: c.req.valid('query'), withContent })
  c.header('Cache-Control', 'private, no-cache')
  return c.json(report)
})

analyticsRoutes.get('/:id/history', query(HistoryQuery), async (c) => {
  const { id } = await countedCard(c)
  return c.json(await readHistory(c.env, { cardId: id, ...c.req.valid('query') }))
})

analyticsRoutes.get('/:id/export', query(ExportQuery), async (c) => {
  const card = await countedCard(c)
  const { range: span, ...asked } = c.req.valid('query')
  const withContent = canReadEntries(signedIn(c), card)
  const subject = { cards: [card], named: false, stem: card.name || card.slug, withContent }
  return found(await exportAnswer(c.env, { ...asked, ...subject, span }), nothingToExport)
})

async function countedCard(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  const card = found(await findCard(database(c.env.DB), id), 'Card not found')
  allow(canEditCard(signedIn(c), card), "You don't have permission to view analytics for this card")
  return card
}
