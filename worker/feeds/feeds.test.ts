import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { Feed } from '../../schema/feeds/feed.ts'
import { feeds } from '../../schema/feeds/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { feedsPath, makeFeed } from '../testing/feeds.ts'
import { dumpEverything, findTraces } from '../testing/find-leaks.ts'

test('a user can create feeds, sees each address once, and can list and revoke them', async () => {
  const owner = await signIn(1)
  const right = { name: 'a', kind: 'days', card: null, days: null }
  const wrong = [
    ...[{ name: ' ' }, { name: 'a'.repeat(61) }, { kind: 'all' }, { days: 31 }, { card: -1 }],
    ...[{ card: undefined }, { days: undefined }, { kind: undefined }, { more: 1 }],
  ]
  for (const change of wrong)
    expect((await owner.request('POST', feedsPath, { ...right, ...change })).status).toBe(400)
  const feed = await makeFeed(owner, { name: ' Sales sheet ', days: 30 })
  expect(feed.secret).toMatch(/^[\w-]{43}$/)
  const list = async () => z.array(Feed).parse(await (await owner.request('GET', feedsPath)).json())
  const [listed] = (await list()).filter(({ id }) => id === feed.id)
  expect(listed).toMatchObject({
    ...{ name: 'Sales sheet', kind: 'days', card: null, lastReadAt: null },
    hint: feed.secret.slice(0, 6),
    expiresAt: new Date(Date.parse(feed.createdAt) + 30 * dayMs).toISOString(),
  })
  expect(listed).not.toHaveProperty('address')
  await feed.readText('days.csv')
  const [read] = (await list()).filter(({ id }) => id === feed.id)
  expect(Date.now() - Date.parse(read?.lastReadAt ?? '')).toBeLessThan(60_000)
  const traces = findTraces(feed.secret, await dumpEverything())
  expect(traces).toEqual(['sha256 in hex in DB.feeds.hash'])
  const stranger = await signIn(5)
  expect((await stranger.request('DELETE', `${feedsPath}/${feed.id}`)).status).toBe(404)
  expect((await owner.request('DELETE', `${feedsPath}/${feed.id}`)).status).toBe(204)
  expect((await owner.request('DELETE', `${feedsPath}/${feed.id}`)).status).toBe(404)
  expect((await list()).map(({ id }) => id)).not.toContain(feed.id)
})

test('a repeated request creates one feed, and a user has at most fifty', async () => {
  const owner = await signIn(1)
  const input = { name: 'a', kind: 'days', card: null, days: null }
  const clientId = crypto.randomUUID()
  const create = async () =>
    Feed.parse(await (await owner.request('POST', feedsPath, { ...input, clientId })).json())
  const [first, again] = [await create(), await create()]
  expect(again.address).toBe(first.address)
  for (let count = 1; count < 50; count += 1) await makeFeed(owner)
  const refused = await owner.request('POST', feedsPath, input)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    'You have reached the limit of 50 feeds. Revoke one you no longer use.',
  ])
  await owner.request('DELETE', `${feedsPath}/${first.id}`)
  expect((await owner.request('POST', feedsPath, { ...input, clientId })).status).toBe(409)
})

test('a feed of entries requires a recent authentication, others do not', async () => {
  const owner = await signIn(1)
  await db
    .update(sessions)
    .set({ authAt: Date.now() - 3_600_000 })
    .where(eq(sessions.userId, owner.user.id))
  const input = { name: 'a', card: null, days: null }
  for (const kind of ['days', 'points', 'events'])
    expect((await owner.request('POST', feedsPath, { ...input, kind })).status).toBe(201)
  const refused = await owner.request('POST', feedsPath, { ...input, kind: 'entries' })
  expect([refused.status, refused.headers.get('X-Error-Code')]).toEqual([403, 'reauthenticate'])
})

test('an address that is unknown, revoked, expired or for something else is the same 404', async () => {
  const owner = await signIn(1)
  const [kept, given, lost] = [1, 2, 3].map(() => makeCard({ userId: owner.user.id }))
  const cards = await Promise.all([kept, given, lost])
  const [one, gone, deleted] = await Promise.all(
    cards.map((card) => makeFeed(owner, { card: card?.id ?? 0 })),
  )
  const former = await makeFeed(owner)
  const [revoked, expired] = [await makeFeed(owner), await makeFeed(owner, { days: 30 })]
  await owner.request('DELETE', `${feedsPath}/${revoked.id}`)
  await db.update(feeds).set({ expiresAt: Date.now() }).where(eq(feeds.id, expired.id))
  const set = (at: number, values: object) =>
    db
      .update(businessCards)
      .set(values)
      .where(eq(businessCards.id, cards[at]?.id ?? 0))
  await set(1, { userId: (await makeUser()).id })
  await set(2, { deletedAt: new Date().toISOString() })
  const seen = async (path: string) => {
    const response = await request('GET', path)
    const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, text: await response.text() }
  }
  const unknown = await seen(`/feed/${'A'.repeat(43)}/days.csv`)
  expect([unknown.status, unknown.text]).toEqual([404, 'There is nothing at this address.'])
  const paths = [
    ...[revoked, expired, gone, deleted].map((feed) => `${feed?.path}days.csv`),
    ...['events.csv', 'days.xml', 'days', 'constructor'].map((file) => `${one?.path}${file}`),
    '/feed/short/days.csv',
  ]
  for (const path of paths) expect(await seen(path), path).toEqual(unknown)
  expect((await request('GET', `${one?.path}days.csv`)).status).toBe(200)
  await db
    .update(users)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(users.id, owner.user.id))
  expect(await seen(`${former.path}days.csv`)).toEqual(unknown)
})

test('a file is not cached, indexed or sent on, HEAD has no body, and reads are limited per feed', async () => {
  const owner = await signIn(1)
  const [feed, other] = [await makeFeed(owner), await makeFeed(owner)]
  const response = await feed.read('days.csv')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringContaining('Edgecard-days.csv'),
  })
  expect(await response.text()).toBe(
    '"date","cardId","card","views","clicks","saves","submissions","visitors"\r\n',
  )
  const head = await feed.read('days.ndjson', 'HEAD')
  expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([
    ...[200, 'application/x-ndjson; charset=utf-8', ''],
  ])
  const posted = await feed.read('days.csv', 'POST')
  expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET'])
  for (const query of ['days=0', 'days=x', 'other=1', 'cursor=', 'limit=0'])
    expect((await feed.read(`days.csv?${query}`)).status, query).toBe(400)
  await db.delete(rateLimits)
  for (let count = 0; count < Number(env.FEED_READS_PER_HOUR); count += 1)
    expect((await feed.read('days.csv', 'HEAD')).status).toBe(200)
  const refused = await feed.read('days.csv')
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 3000]).toEqual([429, true])
  expect((await other.read('days.csv')).status).toBe(200)
})
