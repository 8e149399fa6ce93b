import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { Share, SharedReport } from '../../schema/analytics/account-report.ts'
import { analyticsShares } from '../../schema/analytics/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { deleteExpiredRecords } from '../operations/cleanup.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, request, signIn, statusAndText } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'
import { openShareLink, shareGoneMessage, shareNotFoundMessage } from './share-links.ts'

const month = { timeframe: 'month', card: null, days: 7 }

async function makeLink(person: Awaited<ReturnType<typeof signIn>>, shareInput: object = month) {
  const response = await person.request('POST', '/api/analytics-shares', shareInput)
  expect(response.status).toBe(201)
  const share = Share.parse(await response.json())
  const token = share.path?.replace('/shared/', '') ?? ''
  return { ...share, token, read: `/api/shared-analytics/${token}` }
}

test('POST /api/analytics-shares rejects signed-out callers, other users and invalid input', async () => {
  const owner = await signIn(1)
  const stranger = await signIn(4)
  const card = await makeCard({ userId: owner.user.id })
  expect((await request('POST', '/api/analytics-shares', month)).status).toBe(401)
  const foreign = await stranger.request('POST', '/api/analytics-shares', {
    ...month,
    card: card.id,
  })
  expect([foreign.status, await foreign.text()]).toEqual([
    403,
    'Only the card owner can share its analytics',
  ])
  for (const wrong of [
    { timeframe: 'day' },
    { days: 2 },
    { card: 'one' },
    { more: 1 },
    { card: 0 },
  ])
    expect(
      (await owner.request('POST', '/api/analytics-shares', { ...month, ...wrong })).status,
    ).toBe(400)
  const missing = { ...month, card: 2_147_483_647 }
  expect((await owner.request('POST', '/api/analytics-shares', missing)).status).toBe(404)
})

test('a link shows the report of its creator to anyone, and its token is not stored', async () => {
  const owner = await signIn(1, { fullName: 'Grace Hopper' })
  const card = await makeCard({ userId: owner.user.id, name: 'Grace' })
  await recordEvents(env, [
    makeEvent({ cardId: card.id }),
    makeEvent({ cardId: card.id, at: Date.now() - 20 * dayMs }),
  ])
  const link = await makeLink(owner)
  expect(link.token).toMatch(/^[\w-]{43}$/)
  expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * dayMs)
  const response = await request('GET', `${link.read}?zone=Asia/Tokyo`)
  const report = SharedReport.parse(await response.json())
  expect(report).toMatchObject({
    owner: 'Grace Hopper',
    summary: { views: 2 },
    zone: { name: 'Asia/Tokyo' },
    cards: [{ name: 'Grace', views: 2 }],
    shared: { timeframe: 'month', expiresAt: link.expiresAt },
  })
  const headers = ['Cache-Control', 'Referrer-Policy', 'X-Robots-Tag']
  expect(headers.map((name) => response.headers.get(name))).toEqual([
    'private, no-store',
    'no-referrer',
    'noindex',
  ])
  const week = await request('GET', `${link.read}?timeframe=week`)
  expect(SharedReport.parse(await week.json()).summary.views).toBe(1)
  const rows = await db.select().from(analyticsShares).all()
  expect(JSON.stringify(rows)).not.toContain(link.token)
})

test('a link is limited to its card and timeframe', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, name: 'Shown' })
  const other = await makeCard({ userId: owner.user.id, name: 'Hidden' })
  await recordEvents(
    env,
    [card, other, other].map(({ id }) => makeEvent({ cardId: id })),
  )
  const link = await makeLink(owner, { ...month, card: card.id })
  const wider = await request('GET', `${link.read}?timeframe=year`)
  expect([wider.status, await wider.text()]).toEqual([
    403,
    'This link does not cover that time range',
  ])
  for (const wrong of ['zone=Mars/Base', 'timeframe=day', 'card=1'])
    expect((await request('GET', `${link.read}?${wrong}`)).status).toBe(400)
  const text = await (await request('GET', link.read)).text()
  expect(SharedReport.parse(JSON.parse(text))).toMatchObject({ counted: 1, summary: { views: 1 } })
  expect(text).not.toContain('Hidden')
})

test('a link shows no figures from before its timeframe', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  await recordEvents(
    env,
    [1, 9, 20, 200].map((ago) => makeEvent({ cardId: card.id, at: Date.now() - ago * dayMs })),
  )
  const read = async (linked: string, timeframe = linked) => {
    const link = await makeLink(owner, { ...month, timeframe: linked })
    const response = await request('GET', `${link.read}?timeframe=${timeframe}`)
    const { summary, previous, allTime } = SharedReport.parse(await response.json())
    return [summary.views, previous?.views, allTime?.views]
  }
  expect(await read('week')).toEqual([1, undefined, undefined])
  expect(await read('month')).toEqual([3, undefined, undefined])
  expect(await read('month', 'week')).toEqual([1, 1, undefined])
  expect(await read('year')).toEqual([4, undefined, undefined])
  expect(await read('all', 'week')).toEqual([1, 1, 4])
  expect(await read('all')).toEqual([4, undefined, 4])
})

test.each(['draft', 'paused'] as const)(
  'a link names no %s card, and counts its events',
  async (state) => {
    const owner = await signIn(1)
    const live = await makeCard({ userId: owner.user.id, name: 'Shown', slug: `shown-${state}` })
    const other = await makeCard({
      userId: owner.user.id,
      name: 'Secret Project Falcon',
      slug: `falcon-${state}`,
    })
    await recordEvents(
      env,
      [live, other, other].map(({ id }) => makeEvent({ cardId: id })),
    )
    await db.update(businessCards).set({ state }).where(eq(businessCards.id, other.id))
    const link = await makeLink(owner)
    const text = await (await request('GET', link.read)).text()
    expect(SharedReport.parse(JSON.parse(text))).toMatchObject({
      counted: 2,
      summary: { views: 3 },
      cards: [
        { name: null, slug: null, views: 2 },
        { name: 'Shown', slug: `shown-${state}`, views: 1 },
      ],
    })
    expect(text.toLowerCase()).not.toContain('falcon')
  },
)

test('GET and DELETE /api/analytics-shares list and revoke only the links of the user', async () => {
  const owner = await signIn(1)
  const other = await signIn(5)
  const link = await makeLink(owner)
  expect((await request('GET', '/api/analytics-shares')).status).toBe(401)
  const listed = await (await owner.request('GET', '/api/analytics-shares')).json()
  expect(listed).toEqual([
    {
      id: link.id,
      timeframe: 'month',
      sharePoint: null,
      card: null,
      event: null,
      createdAt: link.createdAt,
      expiresAt: link.expiresAt,
    },
  ])
  expect(await (await other.request('GET', '/api/analytics-shares')).json()).toEqual([])
  const path = `/api/analytics-shares/${link.id}`
  expect((await request('DELETE', path)).status).toBe(401)
  expect((await other.request('DELETE', path)).status).toBe(404)
  expect((await request('GET', link.read)).status).toBe(200)
  expect((await owner.request('DELETE', path)).status).toBe(204)
  expect(await (await owner.request('GET', '/api/analytics-shares')).json()).toEqual([])
  expect((await owner.request('DELETE', path)).status).toBe(404)
  expect(await statusAndText(request('GET', link.read))).toEqual([410, shareGoneMessage])
  expect(await statusAndText(request('GET', `/api/shared-analytics/${'x'.repeat(43)}`))).toEqual([
    404,
    shareNotFoundMessage,
  ])
})

test('repeating the request does not restore a revoked or expired link', async () => {
  const owner = await signIn(1)
  for (const ended of ['revoked', 'expired']) {
    const shareInput = { ...month, clientId: `the-link-that-is-${ended}` }
    const link = await makeLink(owner, shareInput)
    if (ended === 'revoked') await owner.request('DELETE', `/api/analytics-shares/${link.id}`)
    else await expire(link.id, Date.now() - 1)
    expect(await statusAndText(owner.request('POST', '/api/analytics-shares', shareInput))).toEqual(
      [409, 'This link no longer works. Create a new one.'],
    )
    expect(await statusAndText(request('GET', link.read))).toEqual([410, shareGoneMessage])
  }
})

test('an expired link says so for 90 days, as does one whose creator or card is deleted', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const link = await makeLink(owner, { ...month, card: card.id, days: 1 })
  const at = Date.parse(link.expiresAt)
  expect(await openShareLink(db, link.token, at - 1)).toMatchObject({ cardId: card.id })
  expect(await openShareLink(db, link.token, at)).toBe('gone')
  await expire(link.id, Date.now() - 1)
  const expired = await request('GET', link.read)
  expect([expired.status, expired.headers.get('X-Error-Code'), await expired.text()]).toEqual([
    410,
    'gone',
    'This link no longer works. Ask the sender for a new one.',
  ])
  await deleteExpiredRecords(env)
  expect(await openShareLink(db, link.token)).toBe('gone')
  const other = await makeLink(owner)
  await db
    .update(users)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(users.id, owner.user.id))
  expect((await request('GET', other.read)).status).toBe(410)
  await expire(link.id, Date.now() - 91 * dayMs)
  await deleteExpiredRecords(env)
  expect(await openShareLink(db, link.token)).toBeUndefined()
})

function expire(id: string, expiresAt: number) {
  return db.update(analyticsShares).set({ expiresAt }).where(eq(analyticsShares.id, id))
}

test('a user has at most 50 links', async () => {
  const owner = await signIn(1)
  const made = Array.from({ length: 50 }, (_, index) => ({
    id: crypto.randomUUID(),
    hash: `${owner.user.id}-${index}`,
    userId: owner.user.id,
    timeframe: 'all' as const,
    createdAt: 0,
    expiresAt: Date.now() + dayMs,
  }))
  // D1 binds at most 100 values per statement.
  for (let at = 0; at < made.length; at += 10)
    await db.insert(analyticsShares).values(made.slice(at, at + 10))
  const refused = await owner.request('POST', '/api/analytics-shares', month)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    'You have reached the limit of 50 links. Revoke one you no longer need.',
  ])
})
