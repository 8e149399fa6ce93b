/** Feeds: creating, listing and revoking them, and reading the files at their secret addresses. */
import { Hono } from 'hono'
import { type FeedFile, FeedQuery, feedFiles, NewFeed } from '../../schema/feed.ts'
import { requireRecentAuth } from '../auth/reauthenticate.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody, queryParams } from '../body.ts'
import { findCard } from '../cards/card-queries.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../errors.ts'
import { feedResponse } from '../feeds/feed-file.ts'
import { createFeed, listFeeds, openFeed, revokeFeed } from '../feeds/feeds.ts'
import { database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { feedNotFoundMessage, tooManyFeedsMessage } from '../policy/feeds.ts'
import { accountChangedMessage } from '../policy/row.ts'

export const accountFeedsRoutes = new Hono<App>()

accountFeedsRoutes.get('/', async (c) =>
  c.json(await listFeeds(database(c.env.DB), requireUser(c).id)),
)

accountFeedsRoutes.post('/', jsonBody(NewFeed), async (c) => {
  const user = requireUser(c)
  const request = c.req.valid('json')
  if (request.kind === 'entries') requireRecentAuth(c)
  if (request.card !== null) {
    const card = orNotFound(await findCard(database(c.env.DB), request.card), 'Card not found')
    requirePermission(card.userId === user.id, 'Only the card owner can create a feed of it')
  }
  const created = await createFeed(c.env, user, request)
  if (created === 'signed out') fail(409, accountChangedMessage)
  if (created === 'too many') fail(409, tooManyFeedsMessage)
  if (created === 'revoked') fail(409, 'This feed was revoked. Create a new one.')
  const { feed, secret } = created
  return c.json({ ...feed, address: `${publicOrigin(c.env, c.req.raw)}/feed/${secret}/` }, 201)
})

accountFeedsRoutes.delete('/:feed', async (c) => {
  const key = { userId: requireUser(c).id, id: c.req.param('feed') }
  if (!(await revokeFeed(database(c.env.DB), key))) fail(404, 'Feed not found')
  return c.body(null, 204)
})

export const feedRoutes = new Hono<App>()

feedRoutes.use(async (c, next) => {
  await next()
  c.res.headers.set('X-Robots-Tag', 'noindex')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
})

feedRoutes.get('/:secret/:file', queryParams(FeedQuery), async (c) => {
  const feed = orNotFound(await openFeed(c.env, c.req.param('secret')), feedNotFoundMessage)
  const names: readonly FeedFile[] = feedFiles[feed.kind]
  const file = orNotFound(
    names.find((name) => name === c.req.param('file')),
    feedNotFoundMessage,
  )
  const max = Number(c.env.FEED_READS_PER_HOUR)
  const limit = { kind: 'feed', subject: feed.id, max, window: hourSeconds }
  const wait = await consumeLimit(c.env, limit)
  if (wait > 0) tooManyRequests(wait)
  const origin = publicOrigin(c.env, c.req.raw)
  return feedResponse(c.env, feed, { file, origin, query: c.req.valid('query') })
})
