/** The analytics of a card, for its owner and for level 4. */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { canEditCard, canReadEntries } from '../../schema/access.ts'
import { CardReportQuery, HistoryQuery } from '../../schema/card-report.ts'
import { type EventsPage, EventsQuery, ExportQuery } from '../../schema/pull.ts'
import { cardReport } from '../analytics/card-report.ts'
import { readHistory } from '../analytics/history.ts'
import { pathId, query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { exportAnswer } from '../exports/answer.ts'
import { allow, fail, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'
import { nothingToExport } from '../policy/exports.ts'
import { readCursor, start, writeCursor } from '../pull/cursor.ts'
import { readPage } from '../pull/events-page.ts'

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

analyticsRoutes.get('/:id/events', query(EventsQuery), async (c) => {
  const { id } = await countedCard(c)
  const { cursor, limit } = c.req.valid('query')
  const position = cursor === undefined ? start : readCursor(c.env, id, cursor)
  if (!position) fail(400, 'This cursor was not given out for this card.')
  if (position === 'expired') fail(400, 'This cursor has expired. Start again without one.')
  const { position: last, ...page } = await readPage(c.env, { cardId: id, position, limit })
  return pageAnswer(c, { ...page, cursor: writeCursor(c.env, id, last) })
})

// `settledUntil` moves on with every call, so it is no news by itself.
async function pageAnswer(c: Context<App>, { settledUntil, ...page }: EventsPage) {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(page)).digest('base64url')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const known = c.req.header('If-None-Match')?.split(',') ?? []
  if (known.some((one) => one.trim() === tag)) return c.body(null, 304)
  return c.json({ ...page, settledUntil } satisfies EventsPage)
}

async function countedCard(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  const card = found(await findCard(database(c.env.DB), id), 'Card not found')
  allow(canEditCard(signedIn(c), card), "You don't have permission to view analytics for this card")
  return card
}
