/** Analytics of a card, for its owner and for level 4: report, history, export and event feed. */

import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { canEditCard, canReadSubmissions } from '../../schema/access.ts'
import { EventsPage, EventsQuery, ExportQuery } from '../../schema/analytics/analytics-export.ts'
import {
  CardReport,
  CardReportQuery,
  HistoryPage,
  HistoryQuery,
} from '../../schema/analytics/card-report.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/loads.ts'
import { ownOr4 } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { endpoint, loaded } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission } from '../http/errors.ts'
import { exportResponse, nothingToExportMessage } from './analytics-export.ts'
import { cardReport } from './card-report.ts'
import { readCursor, readPage, startPosition, writeCursor } from './event-feed.ts'
import { readHistory } from './history.ts'
import { requireSharePoint } from './share-points.ts'

export const analyticsRoutes = new Hono<App>()

analyticsRoutes.get(
  '/:id',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: ownOr4,
    load: cardOfPath,
    allowsReplica: true,
    query: CardReportQuery,
    response: CardReport,
    summary: 'Totals, series, timing, breakdowns and the newest events of a card',
  }),
  etag({ weak: true }),
  async (c) => {
    const card = await requireAnalyticsCard(c)
    const withContent = canReadSubmissions(requireUser(c), card)
    const report = await cardReport(c.env, { card, query: c.req.valid('query'), withContent })
    c.header('Cache-Control', 'private, no-cache')
    return c.json(report)
  },
)

analyticsRoutes.get(
  '/:id/history',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: ownOr4,
    load: cardOfPath,
    allowsReplica: true,
    query: HistoryQuery,
    response: HistoryPage,
    summary: "A card's views, clicks or saves, newest first, paginated",
  }),
  async (c) => {
    const { id } = await requireAnalyticsCard(c)
    const query = c.req.valid('query')
    await requireSharePoint(c.env, [id], query.sharePoint)
    return c.json(await readHistory(c.env, { cardId: id, ...query }))
  },
)

analyticsRoutes.get(
  '/:id/export',
  endpoint({
    access: 1,
    apiToken: 'export',
    rule: 'the card owner, or level 4 and not below the owner; contents of submissions: the card owner, or level 5',
    load: cardOfPath,
    allowsReplica: true,
    export: true,
    query: ExportQuery,
    responseType: 'text/csv',
    summary: "A card's events or analytics as CSV or NDJSON",
    audit: { kind: 'data-exported', details: { what: 'analytics' } },
    errors: { 404: nothingToExportMessage },
  }),
  async (c) => {
    const card = await requireAnalyticsCard(c)
    const { range: periodName, ...options } = c.req.valid('query')
    const withContent = canReadSubmissions(requireUser(c), card)
    const subject = { cards: [card], withCard: false, stem: card.name || card.slug, withContent }
    return orNotFound(
      await exportResponse(c.env, { ...options, ...subject, periodName }),
      nothingToExportMessage,
    )
  },
)

analyticsRoutes.get(
  '/:id/events',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: 'the card owner, or level 4 and not below the owner',
    load: cardOfPath,
    export: true,
    query: EventsQuery,
    response: EventsPage,
    summary: 'All events of a card, oldest first, for incremental sync',
  }),
  async (c) => {
    const { id } = await requireAnalyticsCard(c)
    const { cursor, limit } = c.req.valid('query')
    const position = cursor === undefined ? startPosition : readCursor(c.env, id, cursor)
    if (!position) fail(400, 'This cursor was not issued for this card. Start again without one.')
    if (position === 'expired') fail(400, 'This cursor has expired. Start again without one.')
    const { position: last, ...page } = await readPage(c.env, { cardId: id, position, limit })
    return pageResponse(c, { ...page, cursor: writeCursor(c.env, id, last) })
  },
)

// `settledUntil` differs in every response, so the ETag leaves it out.
async function pageResponse(c: Context<App>, { settledUntil, ...page }: EventsPage) {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(page)).digest('base64url')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const knownTags = c.req.header('If-None-Match')?.split(',') ?? []
  if (knownTags.some((one) => one.trim() === tag)) return c.body(null, 304)
  return c.json({ ...page, settledUntil } satisfies EventsPage)
}

async function requireAnalyticsCard(c: Context<App>) {
  const card = orNotFound(await loaded(c, cardOfPath), 'Card not found')
  requirePermission(
    canEditCard(requireUser(c), card),
    "You don't have permission to view analytics for this card",
  )
  return card
}
