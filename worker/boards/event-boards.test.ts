import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { Share } from '../../schema/analytics/account-report.ts'
import { BoardReport, SharedBoardReport } from '../../schema/boards/board.ts'
import { boardPoints, boards } from '../../schema/boards/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, makeCard, request, signIn, signInWithCard } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { runJob } from '../testing/run-job.ts'
import { makeBoard, makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'

test('the board answers 304 until something it shows changes', async () => {
  const owner = await signInWithCard(1)
  const point = await makeSharePoint({ cardId: owner.card.id })
  const event = await makeBoard(owner.user.id, [point.id])
  const path = `/api/events/${event.id}`
  let tag = ''
  const read = async () => {
    const response = await owner.request('GET', path, undefined, { 'If-None-Match': tag })
    tag = response.headers.get('ETag') ?? ''
    return response.status === 200
      ? BoardReport.parse(await response.json()).totals
      : response.status
  }
  const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }
  expect([await read(), await read()]).toEqual([none, 304])
  const base = { cardId: owner.card.id, source: point.code }
  await recordEvents(env, [makeEvent(base), makeEvent({ ...base, kind: 'save' })])
  expect([await read(), await read()]).toEqual([{ ...none, views: 1, saves: 1 }, 304])
  // The card is opened in another way, or by a bot.
  await recordEvents(env, [
    makeEvent({ cardId: owner.card.id, source: 'qr' }),
    makeEvent({ ...base, leftOut: 'bot' }),
  ])
  expect(await read()).toBe(304)
  const sent = { ...base, clientId: 'a', formData: { name: 'Grace' } }
  await db.insert(formSubmissions).values(sent)
  expect([await read(), await read()]).toEqual([
    { ...none, views: 1, saves: 1, submissions: 1 },
    304,
  ])
  await owner.request('PATCH', `/api/share-points/${point.id}`, { label: 'Renamed' })
  expect(await read()).not.toBe(304)
})

test('a link shows the board alone, until it is revoked, and a report link shows no board', async () => {
  const owner = await signInWithCard(1, { name: 'Shown' })
  const draft = await makeCard({ userId: owner.user.id, name: 'Draft card', state: 'draft' })
  const points = [
    await makeSharePoint({ cardId: owner.card.id }),
    await makeSharePoint({ cardId: draft.id }),
  ]
  const event = await makeBoard(
    owner.user.id,
    points.map(({ id }) => id),
  )
  await recordEvents(env, [makeEvent({ cardId: owner.card.id, source: points[0]?.code ?? '' })])
  const made = await owner.request('POST', '/api/analytics-shares', { event: event.id, days: 7 })
  const share = Share.parse(await made.json())
  expect(share).toMatchObject({ event: event.id, card: null })
  expect(share.path).toMatch(/^\/shared\/events\/[\w-]{43}$/)
  const read = `/api/shared-events/${share.path?.split('/').at(-1)}`
  const response = await request('GET', read)
  const board = SharedBoardReport.parse(await response.json())
  expect(board).toMatchObject({ totals: { views: 1 }, shared: { expiresAt: share.expiresAt } })
  expect(board.points.map(({ card }) => card)).toEqual(['Shown', null])
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
  const again = { 'If-None-Match': response.headers.get('ETag') ?? '' }
  expect((await request('GET', read, undefined, again)).status).toBe(304)
  expect((await request('GET', read.replace('events', 'analytics'))).status).toBe(404)
  const report = await owner.request('POST', '/api/analytics-shares', { timeframe: 'all', days: 1 })
  const other = Share.parse(await report.json()).path?.replace('/shared/', '/api/shared-events/')
  expect((await request('GET', other ?? '')).status).toBe(404)
  const both = { event: event.id, card: owner.card.id, days: 7 }
  expect((await owner.request('POST', '/api/analytics-shares', both)).status).toBe(400)
  await owner.request('DELETE', `/api/analytics-shares/${share.id}`)
  expect((await request('GET', read)).status).toBe(410)
})

test('the tag of a shared board is of what it shows: hidden names neither are in it nor change it', async () => {
  const owner = await signInWithCard(1, { name: 'Shown' })
  const draft = await makeCard({ userId: owner.user.id, name: 'Secret A', state: 'draft' })
  const point = await makeSharePoint({ cardId: draft.id })
  const event = await makeBoard(owner.user.id, [point.id])
  const made = await owner.request('POST', '/api/analytics-shares', { event: event.id, days: 7 })
  const { path } = Share.parse(await made.json())
  const shared = `/api/shared-events/${path?.split('/').at(-1)}`
  const tags = async () => {
    const own = await owner.request('GET', `/api/events/${event.id}`)
    const [ownText, link] = [await own.text(), await request('GET', shared)]
    return { own: own.headers.get('ETag'), ownText, shared: link.headers.get('ETag') }
  }
  const before = await tags()
  expect(before.shared).not.toBe(before.own)
  await db.update(businessCards).set({ name: 'Secret B' }).where(eq(businessCards.id, draft.id))
  const after = await tags()
  expect(after.ownText).toContain('Secret B')
  expect([after.shared, after.own === before.own]).toEqual([before.shared, false])
  const again = { 'If-None-Match': after.shared ?? '' }
  expect((await request('GET', shared, undefined, again)).status).toBe(304)
})

test('one network address reads shared boards and reports only so often a minute', async () => {
  const from = { 'CF-Connecting-IP': '203.0.113.198' }
  const read = async (kind: string) =>
    (await request('GET', `/api/shared-${kind}/${'a'.repeat(43)}`, undefined, from)).status
  expect([await read('events'), await read('analytics')]).toEqual([404, 404])
  const overLimit = async (kind: string) => {
    while ((await env.READS.limit({ key: 'shared 203.0.113.198' })).success);
    return read(kind)
  }
  // A new minute may start between the last counted read and the checked one.
  for (const kind of ['events', 'analytics'])
    expect([await overLimit(kind), await overLimit(kind)]).toContain(429)
})

test('deleting an event ends its links; erasing its owner or a card leaves nothing of it', async () => {
  const owner = await signInWithCard(1)
  const point = await makeSharePoint({ cardId: owner.card.id })
  const event = await makeBoard(owner.user.id, [point.id])
  const made = await owner.request('POST', '/api/analytics-shares', { event: event.id, days: 7 })
  const { path } = Share.parse(await made.json())
  await owner.request('DELETE', `/api/events/${event.id}`)
  const read = `/api/shared-events/${path?.split('/').at(-1)}`
  expect((await request('GET', read)).status).toBe(404)
  const other = await signIn(4)
  const [own, foreign] = [
    await makeBoard(owner.user.id, [point.id]),
    await makeBoard(other.user.id, [point.id]),
  ]
  const deletedAt = '2020-01-01T00:00:00.000Z'
  await db.update(users).set({ deletedAt }).where(eq(users.id, owner.user.id))
  await db.update(businessCards).set({ deletedAt }).where(eq(businessCards.id, owner.card.id))
  for (const job of ['purgeDeletedCards', 'purgeAccounts']) await runJob(env, job)
  expect(await db.$count(boards, eq(boards.id, own.id))).toBe(0)
  expect(await db.$count(boardPoints, eq(boardPoints.sharePointId, point.id))).toBe(0)
  expect(await db.$count(boards, eq(boards.id, foreign.id))).toBe(1)
})
