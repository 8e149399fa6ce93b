import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Burst } from '../../schema/analytics/figures.ts'
import { makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { freezeClockInNewMinute } from '../testing/clock.ts'
import { findView, iphone, postWith, recorded, visitor } from '../testing/visitor-events.ts'

test.each([
  ['bot', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, {}],
  ['preview', { 'User-Agent': 'WhatsApp/2.23.20.0' }, {}],
  ['prefetch', { ...visitor, 'Sec-Purpose': 'prefetch;prerender' }, {}],
  ['prefetch', { ...visitor, Purpose: 'prefetch' }, {}],
  ['own', visitor, { own: true }],
])('POST /api/card-views records %s but excludes it', async (reason, headers, more) => {
  const card = await makeCard()
  const response = await request('POST', '/api/card-views', { cardId: card.id, ...more }, headers)
  expect(response.status).toBe(202)
  const { totals, counts } = await recorded(card.id)
  expect(totals).toEqual({ views: 0, clicks: 0, saves: 0, visitors: 0 })
  expect(counts).toEqual({ [`vx${reason}`]: 1 })
  expect(await findView(card.id)).toMatchObject({ left_out: reason })
})

test('POST /api/card-views excludes cards that are not public', async () => {
  const draft = await makeCard({ state: 'draft' })
  const orphan = await makeCard({ userId: (await makeUser({ deletedAt: '2026-01-01' })).id })
  const unknown = 2_000_000_000
  for (const id of [draft.id, orphan.id, unknown])
    expect((await request('POST', '/api/card-views', { cardId: id }, visitor)).status).toBe(202)
  expect((await recorded(draft.id)).counts).toEqual({ vxunpublished: 1 })
  expect((await recorded(orphan.id)).counts).toEqual({ vxunpublished: 1 })
  expect((await recorded(unknown)).counts).toEqual({ 'vxunknown card': 1 })
})

test.each(['Sec-GPC', 'DNT'])(
  'POST /api/card-views counts no visitor who sends %s',
  async (header) => {
    const card = await makeCard()
    await request('POST', '/api/card-views', { cardId: card.id }, { ...visitor, [header]: '1' })
    expect((await recorded(card.id)).totals).toMatchObject({ views: 1, visitors: 0 })
  },
)

test('POST /api/card-views counts a visitor once a day', async () => {
  const card = await makeCard()
  for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
    await request(
      'POST',
      '/api/card-views',
      { cardId: card.id },
      { ...visitor, 'CF-Connecting-IP': address },
    )
  expect((await recorded(card.id)).totals).toMatchObject({ views: 3, visitors: 2 })
})

test('POST /api/card-views counts at most 100 visitors per network and day, and every view', async () => {
  const card = await makeCard()
  const from = (address: string, browser: number) =>
    request(
      'POST',
      '/api/card-views',
      { cardId: card.id },
      { ...visitor, 'CF-Connecting-IP': address, 'User-Agent': `${iphone} Shop/${browser}` },
    )
  await Promise.all(Array.from({ length: 130 }, (_, browser) => from('198.51.100.9', browser)))
  await Promise.all(Array.from({ length: 7 }, (_, browser) => from('198.51.100.10', browser)))
  expect((await recorded(card.id)).totals).toMatchObject({ views: 137, visitors: 107 })
})

test('POST /api/card-views stores no text of a forged User-Agent in the totals', async () => {
  const card = await makeCard()
  const forged = { ...visitor, 'User-Agent': 'Cheap-Watches.example/9 (X11; Linux) Gecko' }
  await request('POST', '/api/card-views', { cardId: card.id }, forged)
  const { counts } = await recorded(card.id)
  expect(counts).toMatchObject({ 'vdDesktop|Linux|Other': 1 })
  expect(JSON.stringify(counts)).not.toContain('Watches')
})

test('POST /api/card-views marks a burst and still counts it', async () => {
  const card = await makeCard()
  const limit = vi.fn(async () => ({ success: false }))
  // An isolate remembers the burst of an address and a card for 10 s.
  const from = { address: '198.51.100.11' }
  for (let time = 0; time < 3; time += 1) {
    const response = await postWith({ BURST: { limit } }, '/api/card-views', card.id, from)
    expect(response.status).toBe(202)
  }
  expect((await recorded(card.id)).totals).toMatchObject({ views: 3 })
  expect(await findView(card.id)).toMatchObject({ burst: 1 })
  expect(limit).toHaveBeenCalledOnce()
})

test.each<Record<string, string>>([{}, { DNT: '1' }])(
  'POST /api/card-views from one network in a minute is a burst in the report, with %o',
  async (headers) => {
    freezeClockInNewMinute()
    const { user, request: send } = await signIn(1)
    const card = await makeCard({ userId: user.id })
    const post = (_: unknown, browser: number) =>
      request(
        'POST',
        '/api/card-views',
        { cardId: card.id },
        { ...visitor, 'User-Agent': `${iphone} Shop/${browser}`, ...headers },
      )
    await Promise.all(Array.from({ length: 250 }, post))
    expect((await recorded(card.id)).totals).toMatchObject({ views: 250 })
    for (const path of [`/api/analytics/${card.id}`, '/api/account-analytics?timeframe=week']) {
      const { bursts } = await (await send('GET', path)).json<{ bursts: Burst[] }>()
      expect(bursts).toMatchObject([{ kind: 'views', largest: 250, events: 250 }])
    }
    const { results } = await env.ANALYTICS.prepare('select * from card_views where card_id = ?')
      .bind(card.id)
      .all()
    expect(JSON.stringify(results)).not.toContain('203.0.113.77')
  },
)

test('POST /api/card-views of a burst are all stored and counted', async () => {
  const card = await makeCard()
  const post = () => request('POST', '/api/card-views', { cardId: card.id }, visitor)
  const responses = await Promise.all(Array.from({ length: 120 }, post))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]))
  expect((await recorded(card.id)).totals).toMatchObject({ views: 120, visitors: 1 })
})
