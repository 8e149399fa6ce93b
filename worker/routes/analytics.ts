/** The analytics of a card, for its owner and for level 4. */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { canEditCard, canManageUser, canReadEntries } from '../../schema/access.ts'
import {
  AccountReportQuery,
  NewShare,
  SharedReportQuery,
  timeframesWithin,
} from '../../schema/account-report.ts'
import {
  AccountExportQuery,
  type EventsPage,
  EventsQuery,
  ExportQuery,
} from '../../schema/analytics-export.ts'
import { CardReportQuery, HistoryQuery } from '../../schema/card-report.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { body, pathId, query } from '../body.ts'
import { findCard } from '../cards/card-queries.ts'
import type { App } from '../env.ts'
import { fail, orNotFound, requirePermission } from '../errors.ts'
import { database } from '../platform/database.ts'
import {
  endedShare,
  goneShare,
  noShare,
  nothingToExport,
  tooManyShares,
} from '../policy/analytics.ts'
import { accountChanged } from '../policy/row.ts'
import {
  accountReport,
  type ReportScope,
  scopeOfEverybody,
  scopeOfUser,
} from '../reports/account-report.ts'
import { exportResponse } from '../reports/analytics-export.ts'
import { cardReport } from '../reports/card-report.ts'
import { readCursor, readPage, startPosition, writeCursor } from '../reports/event-feed.ts'
import { readHistory } from '../reports/history.ts'
import {
  createShareLink,
  listShareLinks,
  openShareLink,
  revokeShareLink,
} from '../reports/share-links.ts'
import { findUser } from '../users/user-queries.ts'

export const analyticsRoutes = new Hono<App>()

analyticsRoutes.get('/:id', query(CardReportQuery), etag({ weak: true }), async (c) => {
  const card = await countedCard(c)
  const withContent = canReadEntries(requireUser(c), card)
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
  const { range: span, ...options } = c.req.valid('query')
  const withContent = canReadEntries(requireUser(c), card)
  const subject = { cards: [card], named: false, stem: card.name || card.slug, withContent }
  return orNotFound(await exportResponse(c.env, { ...options, ...subject, span }), nothingToExport)
})

analyticsRoutes.get('/:id/events', query(EventsQuery), async (c) => {
  const { id } = await countedCard(c)
  const { cursor, limit } = c.req.valid('query')
  const position = cursor === undefined ? startPosition : readCursor(c.env, id, cursor)
  if (!position) fail(400, 'This cursor was not issued for this card. Start again without one.')
  if (position === 'expired') fail(400, 'This cursor has expired. Start again without one.')
  const { position: last, ...page } = await readPage(c.env, { cardId: id, position, limit })
  return pageAnswer(c, { ...page, cursor: writeCursor(c.env, id, last) })
})

// `settledUntil` differs in every response, so the ETag leaves it out.
async function pageAnswer(c: Context<App>, { settledUntil, ...page }: EventsPage) {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(page)).digest('base64url')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const knownTags = c.req.header('If-None-Match')?.split(',') ?? []
  if (knownTags.some((one) => one.trim() === tag)) return c.body(null, 304)
  return c.json({ ...page, settledUntil } satisfies EventsPage)
}

async function countedCard(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  const card = orNotFound(await findCard(database(c.env.DB), id), 'Card not found')
  requirePermission(
    canEditCard(requireUser(c), card),
    "You don't have permission to view analytics for this card",
  )
  return card
}

// Analytics of an account: the caller's own; from level 4, also that of any user or of all users.

export const accountAnalyticsRoutes = new Hono<App>()

accountAnalyticsRoutes.get('/', query(AccountReportQuery), etag({ weak: true }), async (c) => {
  const query = c.req.valid('query')
  const report = await accountReport(c.env, await findScope(c, query), query)
  c.header('Cache-Control', 'private, no-cache')
  return c.json(report)
})

accountAnalyticsRoutes.get('/export', query(AccountExportQuery), async (c) => {
  const { timeframe, section, format, zone, ...filter } = c.req.valid('query')
  const { cards, ownerId } = await findScope(c, filter)
  const { id, accessLevel } = requireUser(c)
  const response = await exportResponse(c.env, {
    ...{ section, format, zone },
    span: timeframe === 'all' ? undefined : timeframe,
    cards: filter.card === undefined ? cards : cards.filter((card) => card.id === filter.card),
    named: true,
    withContent: ownerId === id || accessLevel >= 5,
    stem: c.env.PRODUCT_SHORT_NAME,
  })
  return orNotFound(response, nothingToExport)
})

type Asked = Pick<AccountReportQuery, 'card' | 'user' | 'everybody'>

async function findScope(c: Context<App>, { card, user, everybody }: Asked): Promise<ReportScope> {
  const db = database(c.env.DB)
  const actor = requireUser(c)
  if (everybody || (user !== undefined && user !== actor.id))
    requirePermission(actor.accessLevel >= 4, "You don't have permission to view these analytics")
  if (everybody) return within(await scopeOfEverybody(db, actor), card)
  if (user !== undefined || card === undefined)
    return within(await ofUser(c, user ?? actor.id), card)
  const requestedCard = orNotFound(await findCard(db, card), 'Card not found')
  requirePermission(
    canEditCard(actor, requestedCard),
    "You don't have permission to view analytics for this card",
  )
  return within(await ofUser(c, requestedCard.userId), card)
}

async function ofUser(c: Context<App>, id: number): Promise<ReportScope> {
  const db = database(c.env.DB)
  const user = orNotFound(await findUser(db, id), 'User not found')
  const actor = requireUser(c)
  if (user.id !== actor.id && !canManageUser(actor, user)) fail(404, 'User not found')
  return scopeOfUser(db, user)
}

function within(scope: ReportScope, card: number | undefined): ReportScope {
  if (card !== undefined && !scope.cards.some(({ id }) => id === card)) fail(404, 'Card not found')
  return scope
}

// Share links of analytics reports: creating, listing and revoking them, and reading the shared report.

export const sharesRoutes = new Hono<App>()

sharesRoutes.get('/analytics-shares', async (c) =>
  c.json(await listShareLinks(database(c.env.DB), requireUser(c).id)),
)

sharesRoutes.post('/analytics-shares', body(NewShare), async (c) => {
  const user = requireUser(c)
  const request = c.req.valid('json')
  const db = database(c.env.DB)
  if (request.card !== null) {
    const card = orNotFound(await findCard(db, request.card), 'Card not found')
    requirePermission(card.userId === user.id, 'Only the card owner can share its analytics')
  }
  const share = await createShareLink(c.env, user, request)
  if (share === 'too many') fail(409, tooManyShares)
  if (share === 'ended') fail(409, endedShare)
  if (share === 'signed out') fail(409, accountChanged)
  return c.json(share, 201)
})

sharesRoutes.delete('/analytics-shares/:share', async (c) => {
  const link = { userId: requireUser(c).id, id: c.req.param('share') }
  if (!(await revokeShareLink(database(c.env.DB), link))) fail(404, 'Link not found')
  return c.body(null, 204)
})

sharesRoutes.get('/shared-analytics/:token', query(SharedReportQuery), async (c) => {
  const db = database(c.env.DB)
  const share = orNotFound(await openShareLink(db, c.req.param('token')), noShare)
  const creator = share === 'gone' ? undefined : await findUser(db, share.userId)
  if (share === 'gone' || !creator) fail(410, goneShare)
  const { timeframe = share.timeframe, zone } = c.req.valid('query')
  const within = timeframesWithin(share.timeframe).includes(timeframe)
  requirePermission(within, 'This link does not cover that time range')
  const scope = await scopeOfUser(db, creator)
  const cards = scope.cards.filter(({ id }) => share.cardId === null || id === share.cardId)
  const report = await accountReport(c.env, { ...scope, cards }, { timeframe, zone })
  const isLive = new Set(cards.flatMap(({ id, state }) => (state === 'live' ? [id] : [])))
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
  const shared = {
    timeframe: share.timeframe,
    expiresAt: new Date(share.expiresAt).toISOString(),
  }
  return c.json({
    ...report,
    // The period before a shorter timeframe is within the timeframe of the link.
    previous: timeframe === share.timeframe ? null : report.previous,
    allTime: share.timeframe === 'all' ? report.allTime : null,
    cards: report.cards.map((card) =>
      isLive.has(card.id) ? card : { ...card, name: null, slug: null },
    ),
    shared,
  })
})
