/** Links that show an analytics report to others: for who makes them, and for who opens one. */
import { Hono } from 'hono'
import { NewShare, SharedReportQuery, timeframesWithin } from '../../schema/account-report.ts'
import { accountReport } from '../analytics/account-report.ts'
import { scopeOfUser } from '../analytics/scope.ts'
import { listShares, makeShare, openShare, revokeShare } from '../analytics/shares.ts'
import { body, query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { allow, fail, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'
import { accountChanged } from '../policy/row.ts'
import { endedShare, goneShare, noShare, tooManyShares } from '../policy/shares.ts'
import { findUser } from '../users/store.ts'

export const sharesRoutes = new Hono<App>()

sharesRoutes.get('/analytics-shares', async (c) =>
  c.json(await listShares(database(c.env.DB), signedIn(c).id)),
)

sharesRoutes.post('/analytics-shares', body(NewShare), async (c) => {
  const user = signedIn(c)
  const asked = c.req.valid('json')
  const db = database(c.env.DB)
  if (asked.card !== null) {
    const card = found(await findCard(db, asked.card), 'Card not found')
    allow(card.userId === user.id, 'Only the owner of a card can share its analytics')
  }
  const share = await makeShare(c.env, user, asked)
  if (share === 'too many') fail(409, tooManyShares)
  if (share === 'ended') fail(409, endedShare)
  if (share === 'signed out') fail(409, accountChanged)
  return c.json(share, 201)
})

sharesRoutes.delete('/analytics-shares/:share', async (c) => {
  const link = { userId: signedIn(c).id, id: c.req.param('share') }
  if (!(await revokeShare(database(c.env.DB), link))) fail(404, 'Link not found')
  return c.body(null, 204)
})

sharesRoutes.get('/shared-analytics/:token', query(SharedReportQuery), async (c) => {
  const db = database(c.env.DB)
  const share = found(await openShare(db, c.req.param('token')), noShare)
  const maker = share === 'gone' ? undefined : await findUser(db, share.userId)
  if (share === 'gone' || !maker) fail(410, goneShare)
  const { timeframe = share.timeframe, zone } = c.req.valid('query')
  const within = timeframesWithin(share.timeframe).includes(timeframe)
  allow(within, 'This link does not show so long a time')
  const scope = await scopeOfUser(db, maker)
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
    // The time before a shorter timeframe is within that of the link.
    previous: timeframe === share.timeframe ? null : report.previous,
    allTime: share.timeframe === 'all' ? report.allTime : null,
    cards: report.cards.map((card) =>
      isLive.has(card.id) ? card : { ...card, name: null, slug: null },
    ),
    shared,
  })
})
