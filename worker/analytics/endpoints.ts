/** Analytics of a card and of an account: reports, history, exports and the event feed. */

import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { canManageUser, canReadSubmissions } from '../../schema/access.ts'
import { AccountReport, AccountReportQuery } from '../../schema/analytics/account-report.ts'
import {
  AccountExportQuery,
  EventsPage,
  EventsQuery,
  ExportQuery,
} from '../../schema/analytics/analytics-export.ts'
import {
  CardReport,
  CardReportQuery,
  HistoryPage,
  HistoryQuery,
} from '../../schema/analytics/card-report.ts'
import { requireUser } from '../accounts/sessions.ts'
import { findCard } from '../cards/queries.ts'
import { cardAnalysts, cardOfPath } from '../cards/rules.ts'
import type { App } from '../env.ts'
import type { Load } from '../http/declaration.ts'
import { callerId, endpoint, loaded } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission } from '../http/errors.ts'
import { allow } from '../http/rules.ts'
import { database } from '../platform/database.ts'
import { findUser } from '../users/queries.ts'
import {
  accountReport,
  listCardNamesOf,
  type ReportScope,
  type ScopeCard,
  scopeOfEverybody,
  scopeOfUser,
} from './account-report.ts'
import { exportResponse, nothingToExportMessage } from './analytics-export.ts'
import { cardReport, readHistory } from './card-report.ts'
import { readCursor, readPage, startPosition, writeCursor } from './event-feed.ts'
import { requireSharePoint } from './share-point-figures.ts'

export const analyticsRoutes = new Hono<App>()

analyticsRoutes.get(
  '/:id',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: cardAnalysts,
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
    rule: cardAnalysts,
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
    rule: [cardAnalysts, 'contents of submissions: the card owner, or level 5'],
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
    rule: cardAnalysts,
    load: cardOfPath,
    export: true,
    query: EventsQuery,
    response: EventsPage,
    summary: 'All events of a card, oldest first, for incremental sync',
  }),
  etag({ weak: true }),
  async (c) => {
    const { id } = await requireAnalyticsCard(c)
    const { cursor, limit } = c.req.valid('query')
    const position = cursor === undefined ? startPosition : readCursor(c.env, id, cursor)
    if (!position) fail(400, 'This cursor was not issued for this card. Start again without one.')
    if (position === 'expired') fail(400, 'This cursor has expired. Start again without one.')
    const { position: last, ...found } = await readPage(c.env, { cardId: id, position, limit })
    const page: EventsPage = { ...found, cursor: writeCursor(c.env, id, last) }
    c.header('ETag', eventsTag(page))
    c.header('Cache-Control', 'private, no-cache')
    return c.json(page)
  },
)

// `settledUntil` differs in every response, so the ETag leaves it out.
function eventsTag({ settledUntil: _, ...page }: EventsPage): string {
  return `W/"${createHash('sha256').update(JSON.stringify(page)).digest('base64url')}"`
}

async function requireAnalyticsCard(c: Context<App>) {
  return allow(c, cardAnalysts, orNotFound(await loaded(c, cardOfPath), 'Card not found'))
}

const ownCardNames: Load<ScopeCard[]> = (c, db) => listCardNamesOf(db, callerId(c))

export const accountAnalyticsRoutes = new Hono<App>()

accountAnalyticsRoutes.get(
  '/',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: "another user's card, user and everybody=1: level 4, for users at or below your level",
    load: ownCardNames,
    allowsReplica: true,
    query: AccountReportQuery,
    response: AccountReport,
    summary: 'Totals, series, timing and breakdowns over all cards of an account',
  }),
  etag({ weak: true }),
  async (c) => {
    const query = c.req.valid('query')
    const report = await accountReport(c.env, await findScope(c, query), query)
    c.header('Cache-Control', 'private, no-cache')
    return c.json(report)
  },
)

accountAnalyticsRoutes.get(
  '/export',
  endpoint({
    access: 1,
    apiToken: 'export',
    rule: "another user's card, user and everybody=1: level 4; contents of submissions: the card owner, or level 5",
    load: ownCardNames,
    allowsReplica: true,
    export: true,
    query: AccountExportQuery,
    responseType: 'text/csv',
    summary: "The events or analytics of an account's cards as CSV or NDJSON",
    audit: { kind: 'data-exported', details: { what: 'analytics' } },
    errors: { 404: nothingToExportMessage },
  }),
  async (c) => {
    const { timeframe, section, format, zone, ...filter } = c.req.valid('query')
    const { cards, ownerId } = await findScope(c, filter)
    const { id, accessLevel } = requireUser(c)
    const response = await exportResponse(c.env, {
      ...{ section, format, zone },
      periodName: timeframe === 'all' ? undefined : timeframe,
      sharePoint: filter.sharePoint,
      cards: filter.card === undefined ? cards : cards.filter((card) => card.id === filter.card),
      withCard: true,
      withContent: ownerId === id || accessLevel >= 5,
      stem: c.env.PRODUCT_SHORT_NAME,
    })
    return orNotFound(response, nothingToExportMessage)
  },
)

type ScopeQuery = Pick<AccountReportQuery, 'card' | 'user' | 'everybody'>

async function findScope(
  c: Context<App>,
  { card, user, everybody }: ScopeQuery,
): Promise<ReportScope> {
  const db = database(c.env.DB)
  const actor = requireUser(c)
  if (everybody || (user !== undefined && user !== actor.id))
    requirePermission(actor.accessLevel >= 4, "You don't have permission to view these analytics")
  if (everybody) return requireCardInScope(await scopeOfEverybody(db, actor), card)
  if (user !== undefined && user !== actor.id)
    return requireCardInScope(await requireUserScope(c, user), card)
  const own = await scopeOfUser(db, actor, await listOwnCardNames(c, actor.id))
  if (user !== undefined || card === undefined || hasCard(own, card))
    return requireCardInScope(own, card)
  const requestedCard = orNotFound(await findCard(db, card), 'Card not found')
  allow(c, cardAnalysts, requestedCard)
  return requireCardInScope(await requireUserScope(c, requestedCard.userId), card)
}

async function listOwnCardNames(c: Context<App>, userId: number): Promise<ScopeCard[]> {
  const cards = await loaded(c, ownCardNames)
  // A token has no session, and a replica may not have a new one yet.
  return cards.length > 0 ? cards : listCardNamesOf(database(c.env.DB), userId)
}

async function requireUserScope(c: Context<App>, id: number): Promise<ReportScope> {
  const db = database(c.env.DB)
  const [found, cards] = await Promise.all([findUser(db, id), listCardNamesOf(db, id)])
  const user = orNotFound(found, 'User not found')
  const actor = requireUser(c)
  if (user.id !== actor.id && !canManageUser(actor, user)) fail(404, 'User not found')
  return scopeOfUser(db, user, cards)
}

function hasCard({ cards }: ReportScope, card: number): boolean {
  return cards.some(({ id }) => id === card)
}

function requireCardInScope(scope: ReportScope, card: number | undefined): ReportScope {
  if (card !== undefined && !hasCard(scope, card)) fail(404, 'Card not found')
  return scope
}
