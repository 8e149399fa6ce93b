/** Feeds: list, create and revoke them, and read the files at their secret addresses. */
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { Feed, type FeedFile, FeedQuery, feedFiles, NewFeed } from '../../schema/feeds/feed.ts'
import { requireRecentAuth } from '../accounts/credentials.ts'
import { requireUser } from '../accounts/sessions.ts'
import { findCard } from '../cards/queries.ts'
import { type App, publicOrigin } from '../env.ts'
import { accountChangedMessage, kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../http/errors.ts'
import { publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { feedResponse } from './feed-file.ts'
import { createFeed, listFeeds, openFeed, revokeFeed } from './queries.ts'

/** The same for an unknown, revoked or expired address, and for a file that the feed does not have. */
const feedNotFoundMessage = 'There is nothing at this address.'
const tooManyFeedsMessage = 'You have reached the limit of 50 feeds. Revoke one you no longer use.'

export const accountFeedsRoutes = new Hono<App>()

accountFeedsRoutes.get(
  '/',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: z.array(Feed),
    summary: 'Your feeds, newest first',
  }),
  async (c) => c.json(await listFeeds(database(c.env.DB), requireUser(c).id)),
)

accountFeedsRoutes.post(
  '/',
  endpoint({
    access: 1,
    requiresRecentAuth: 'for a feed of form submissions',
    rule: 'for one card: its owner',
    body: NewFeed,
    maxBody: kB,
    response: Feed,
    status: 201,
    summary: 'Create a feed, whose secret address is shown only once',
    example: { name: 'Sales spreadsheet', kind: 'days', card: null, days: 365 },
    errors: { 404: 'Card not found', 409: tooManyFeedsMessage },
    audit: 'feed-created',
  }),
  async (c) => {
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
  },
)

accountFeedsRoutes.delete(
  '/:feed',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
    summary: 'Revoke a feed',
    audit: 'feed-revoked',
  }),
  async (c) => {
    const key = { userId: requireUser(c).id, id: c.req.param('feed') }
    if (!(await revokeFeed(database(c.env.DB), key))) fail(404, 'Feed not found')
    return c.body(null, 204)
  },
)

export const feedRoutes = new Hono<App>()

feedRoutes.use(async (c, next) => {
  await next()
  c.res.headers.set('X-Robots-Tag', 'noindex')
  c.res.headers.set('Referrer-Policy', 'no-referrer')
})

feedRoutes.get(
  '/:secret/:file',
  publicEndpoint({
    access: 'anyone',
    rule: 'the secret address, until it expires or is revoked',
    query: FeedQuery,
    responseType: 'text/csv',
    summary:
      'A file of a feed: days, points, events or entries as .csv, .ndjson or .parquet, for spreadsheets and programs',
    errors: { 404: feedNotFoundMessage, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
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
  },
)
