import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { AccountReport } from '../../schema/analytics/account-report.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'

const path = '/api/account-analytics'

test('GET /api/account-analytics rejects signed-out callers and unknown queries', async () => {
  expect((await request('GET', path)).status).toBe(401)
  const { request: fetchReport } = await signIn(1)
  for (const question of [
    'timeframe=daily',
    'zone=Mars/Base',
    'everybody=0',
    'card=x',
    'range=week',
    'user=1&user=2',
  ])
    expect((await fetchReport('GET', `${path}?${question}`)).status, question).toBe(400)
  expect((await fetchReport('GET', `${path}?card=2147483647`)).status).toBe(404)
})

test('GET /api/account-analytics covers all cards of the caller, or one of them', async () => {
  const { user, request } = await signIn(2, { fullName: 'Grace Hopper' })
  const [first, second] = [
    await makeCard({ userId: user.id }),
    await makeCard({ userId: user.id, name: null }),
  ]
  const deleted = await makeCard({ userId: user.id })
  const foreign = await makeCard()
  const now = Date.now()
  await recordEvents(env, [
    ...[first, second, second, deleted, foreign].map(({ id }) =>
      makeEvent({ cardId: id, at: now }),
    ),
    makeEvent({ cardId: first.id, at: now - 10 * dayMs, kind: 'save' }),
    makeEvent({ cardId: first.id, at: now - 10 * dayMs, place: 'FR||Paris' }),
    makeEvent({ cardId: first.id, at: now - 500 * dayMs }),
    makeEvent({ cardId: second.id, at: now, leftOut: 'own' }),
  ])
  await env.DB.prepare('update business_cards set deleted_at = ? where id = ?')
    .bind(new Date().toISOString(), deleted.id)
    .run()
  await db.insert(formSubmissions).values({ cardId: second.id, clientId: 'one', formData: {} })

  const week = await read(await request('GET', `${path}?timeframe=week`))
  expect(week).toMatchObject({
    owner: 'Grace Hopper',
    counted: 2,
    unit: 'day',
    summary: { views: 3, clicks: 0, saves: 0, submissions: 1 },
    previous: { views: 1, saves: 1 },
    allTime: { views: 5, saves: 1, submissions: 1 },
    leftOut: { own: 1 },
    cards: [
      { id: second.id, name: null, slug: second.slug, views: 2, submissions: 1 },
      { id: first.id, name: 'Ada Lovelace', views: 1, saves: 0, submissions: 0 },
    ],
  })
  expect([week.cards.length, week.series.length]).toEqual([2, 7])
  const narrowed = await read(await request('GET', `${path}?card=${first.id}`))
  expect(narrowed).toMatchObject({
    counted: 1,
    summary: { views: 2, saves: 1, submissions: 0 },
    allTime: { views: 3, saves: 1, submissions: 0 },
    breakdowns: { views: { countries: { DE: 1, FR: 1 } } },
  })
  expect(narrowed.cards).toHaveLength(2)
  const year = await read(await request('GET', `${path}?timeframe=year`))
  expect([year.unit, year.summary.views]).toEqual(['month', 4])
  const all = await read(await request('GET', `${path}?timeframe=all`))
  expect([all.previous, all.summary.views, all.unit]).toEqual([null, 5, 'month'])
})

test('GET /api/account-analytics shows other users only to level 4, and users of level 5 only to level 5', async () => {
  const owner = await makeUser({ fullName: 'Ada Lovelace' })
  const above = await makeUser({ accessLevel: 5 })
  const card = await makeCard({ userId: owner.id })
  const hidden = await makeCard({ userId: above.id })
  const deleted = await makeUser()
  const orphan = await makeCard({ userId: deleted.id })
  await recordEvents(
    env,
    [card, hidden, orphan].map(({ id }) => makeEvent({ cardId: id })),
  )
  await env.DB.prepare('update users set deleted_at = ? where id = ?')
    .bind(new Date().toISOString(), deleted.id)
    .run()

  const { user, request: askAsUser } = await signIn(3)
  for (const question of [
    `card=${card.id}`,
    `user=${owner.id}`,
    'everybody=1',
    `everybody=1&card=${card.id}`,
  ])
    expect((await askAsUser('GET', `${path}?${question}`)).status, question).toBe(403)
  expect((await askAsUser('GET', `${path}?user=${user.id}`)).status).toBe(200)

  const admin = await signIn(4)
  const fetchReport = async (question: string) =>
    read(await admin.request('GET', `${path}?${question}`))
  expect(await fetchReport(`user=${owner.id}`)).toMatchObject({
    owner: 'Ada Lovelace',
    counted: 1,
    summary: { views: 1 },
  })
  expect(await fetchReport(`card=${card.id}`)).toMatchObject({
    owner: 'Ada Lovelace',
    counted: 1,
    cards: [{ id: card.id }],
  })
  expect((await fetchReport('timeframe=week')).counted).toBe(0)
  for (const question of [
    `user=${above.id}`,
    `user=${deleted.id}`,
    `everybody=1&card=${hidden.id}`,
    `user=${owner.id}&card=${hidden.id}`,
    'user=2147483647',
  ])
    expect((await admin.request('GET', `${path}?${question}`)).status, question).toBe(404)
  expect((await admin.request('GET', `${path}?card=${hidden.id}`)).status).toBe(403)
  const everybody = await fetchReport('everybody=1')
  expect(everybody.owner).toBe(null)
  const ids = everybody.cards.map(({ id }) => id)
  expect(ids).toContain(card.id)
  expect(ids).not.toContain(hidden.id)
  expect(ids).not.toContain(orphan.id)
  const root = await signIn(5)
  const whole = await read(await root.request('GET', `${path}?everybody=1`))
  expect(whole.cards.map(({ id }) => id)).toContain(hidden.id)
})

test('GET /api/account-analytics sums the days of many cards in pages', async () => {
  const { user, request } = await signIn(1)
  const now = Date.now()
  const cards = await Promise.all(Array.from({ length: 60 }, () => makeCard({ userId: user.id })))
  await recordEvents(
    env,
    cards.flatMap(({ id }) =>
      Array.from({ length: 80 }, (_, ago) => makeEvent({ cardId: id, at: now - ago * dayMs })),
    ),
  )
  const year = await read(await request('GET', `${path}?timeframe=year`))
  expect(year).toMatchObject({ counted: 60, summary: { views: 4800 }, allTime: { views: 4800 } })
  expect(year.series.reduce((sum, { views }) => sum + views, 0)).toBe(4800)
  const month = await read(await request('GET', path))
  expect(month.summary.views).toBe(60 * month.series.length)
})

test('GET /api/account-analytics is cached for a minute for an account of very many cards', async () => {
  const { user, request } = await signIn(1)
  await env.DB.prepare(
    `insert into business_cards (user_id, slug, customizations, uid)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)
     select ?1, 'many-' || ?1 || '-' || i, '{}', 'many-' || ?1 || '-' || i from n`,
  )
    .bind(user.id)
    .run()
  const before = await read(await request('GET', path))
  expect([before.counted, before.cards.length]).toEqual([500, 200])
  const busy = before.cards[7]?.id ?? 0
  await recordEvents(env, [makeEvent({ cardId: busy })])
  expect((await read(await request('GET', path))).summary.views).toBe(0)
  const other = await read(await request('GET', `${path}?timeframe=week`))
  expect([other.summary.views, other.cards[0]?.id]).toEqual([1, busy])
})

test('GET /api/account-analytics returns 304 while nothing is new, and zeros without a card', async () => {
  const { request } = await signIn(4)
  const first = await request('GET', path)
  const tag = first.headers.get('ETag') ?? ''
  expect(await read(first)).toMatchObject({ counted: 0, cards: [], summary: { views: 0 } })
  expect((await request('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(304)
})

async function read(response: Response) {
  expect(response.status).toBe(200)
  return AccountReport.parse(await response.json())
}
