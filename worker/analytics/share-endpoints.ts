/** Share links to analytics reports and boards: list, create and revoke them, and read the shared report. */
import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type AccountReport,
  NewShare,
  Share,
  SharedReport,
  SharedReportQuery,
  timeframesWithin,
} from '../../schema/analytics/account-report.ts'
import { requireUser } from '../accounts/sessions.ts'
import { findBoard } from '../boards/queries.ts'
import { findCard } from '../cards/queries.ts'
import type { App } from '../env.ts'
import { accountChangedMessage, kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint, limitSharedReads } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { findUser } from '../users/queries.ts'
import { accountReport, scopeOfUser } from './account-report.ts'
import { noTotals } from './report-period.ts'
import {
  createShareLink,
  listShareLinks,
  openShareLink,
  revokeShareLink,
  shareGoneMessage,
  shareNotFoundMessage,
} from './share-links.ts'
import { requireSharePoint } from './share-point-figures.ts'

const shareEndedMessage = 'This link no longer works. Create a new one.'
const tooManySharesMessage =
  'You have reached the limit of 50 links. Revoke one you no longer need.'

export const sharesRoutes = new Hono<App>()

sharesRoutes.get(
  '/analytics-shares',
  endpoint({
    access: 1,
    allowsReplica: true,
    response: z.array(Share),
    summary: 'Your active links to analytics and boards, newest first',
  }),
  async (c) => c.json(await listShareLinks(database(c.env.DB), requireUser(c).id)),
)

sharesRoutes.post(
  '/analytics-shares',
  endpoint({
    access: 1,
    rule: 'for one card or an event: its owner',
    body: NewShare,
    maxBody: kB,
    response: Share,
    status: 201,
    summary: 'Create a read-only link to your analytics, or to the board of an event, that expires',
    example: { timeframe: 'month', card: null, days: 7 },
    errors: { 404: 'Card not found', 409: `${tooManySharesMessage} Or: ${shareEndedMessage}` },
    audit: 'share-created',
  }),
  async (c) => {
    const user = requireUser(c)
    const request = c.req.valid('json')
    const db = database(c.env.DB)
    if (request.card !== null) {
      const card = orNotFound(await findCard(db, request.card), 'Card not found')
      requirePermission(card.userId === user.id, 'Only the card owner can share its analytics')
    }
    if (request.event !== null) {
      const event = orNotFound(await findBoard(db, request.event), 'Event not found')
      requirePermission(event.userId === user.id, 'Only the owner of an event can share its board')
    }
    await requireSharePoint(c.env, request.card === null ? [] : [request.card], request.sharePoint)
    const share = await createShareLink(c.env, user, request)
    if (share === 'too many') fail(409, tooManySharesMessage)
    if (share === 'ended') fail(409, shareEndedMessage)
    if (share === 'signed out') fail(409, accountChangedMessage)
    return c.json(share, 201)
  },
)

sharesRoutes.delete(
  '/analytics-shares/:share',
  endpoint({
    access: 1,
    rule: 'only your own',
    status: 204,
    summary: 'Revoke a link to analytics',
    audit: 'share-revoked',
  }),
  async (c) => {
    const link = { userId: requireUser(c).id, id: c.req.param('share') }
    if (!(await revokeShareLink(database(c.env.DB), link))) fail(404, 'Link not found')
    return c.body(null, 204)
  },
)

sharesRoutes.get(
  '/shared-analytics/:token',
  endpoint({
    access: 'anyone',
    rule: 'the timeframe is at most that of the link',
    query: SharedReportQuery,
    response: SharedReport,
    summary: 'The report behind a shared link',
    errors: { 404: shareNotFoundMessage, 410: shareGoneMessage, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    await limitSharedReads(c)
    const db = database(c.env.DB)
    const share = orNotFound(await openShareLink(db, c.req.param('token')), shareNotFoundMessage)
    const creator = share === 'gone' ? undefined : await findUser(db, share.userId)
    if (share === 'gone' || !creator) fail(410, shareGoneMessage)
    const query = c.req.valid('query')
    const { timeframe = share.timeframe, sharePoint = share.sharePoint ?? undefined, zone } = query
    const isWithin = timeframesWithin(share.timeframe).includes(timeframe)
    requirePermission(isWithin, 'This link does not cover that time range')
    const isCovered = share.sharePoint === null || share.sharePoint === sharePoint
    requirePermission(isCovered, 'This link does not cover that share point')
    const scope = await scopeOfUser(db, creator)
    const cards = scope.cards.filter(({ id }) => share.cardId === null || id === share.cardId)
    const whole = await accountReport(c.env, { ...scope, cards }, { timeframe, zone, sharePoint })
    const report = share.sharePoint === null ? whole : onlySharePoint(whole)
    // The period before a shorter timeframe is within the timeframe of the link.
    const mayCompare = timeframe !== share.timeframe
    const isLive = new Set(cards.flatMap(({ id, state }) => (state === 'live' ? [id] : [])))
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex')
    const shared = {
      timeframe: share.timeframe,
      sharePoint: share.sharePoint,
      expiresAt: new Date(share.expiresAt).toISOString(),
    }
    return c.json({
      ...report,
      ...(!mayCompare && withoutPrevious(report)),
      allTime: share.timeframe === 'all' ? report.allTime : null,
      cards: report.cards.map((card) =>
        isLive.has(card.id) ? card : { ...card, name: null, slug: null },
      ),
      shared,
    })
  },
)

// A link to one share point must not show the figures of the others.
function onlySharePoint({ cards, breakdowns, ...report }: AccountReport): AccountReport {
  const sharePoints = breakdowns.sharePoints.filter(({ code }) => code === report.sharePoint?.code)
  const [totals = noTotals] = sharePoints
  const { views, clicks, saves, submissions } = totals
  return {
    ...report,
    cards: cards.map((card) => ({ ...card, views, clicks, saves, submissions })),
    breakdowns: { ...breakdowns, sharePoints },
  }
}

function withoutPrevious({ breakdowns }: AccountReport) {
  const sharePoints = breakdowns.sharePoints.map((point) => ({ ...point, previous: null }))
  return { previous: null, breakdowns: { ...breakdowns, sharePoints } }
}
