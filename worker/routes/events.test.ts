import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Burst } from '../../schema/figures.ts'
import { app } from '../app.ts'
import { makeEventId } from '../events/event-id.ts'
import { eventually, makeCard, makeUser, origin, request, signIn } from '../testing/app.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const visitor = { 'User-Agent': iphone, 'CF-Connecting-IP': '203.0.113.77' }

function view(cardId: number) {
  return env.ANALYTICS.prepare('select * from card_views where card_id = ?')
    .bind(cardId)
    .first<Record<string, unknown>>()
}

function day(cardId: number) {
  return env.ANALYTICS.prepare(
    'select views, clicks, saves, visitors, counts from card_days where card_id = ?',
  )
    .bind(cardId)
    .first<{ views: number; clicks: number; saves: number; visitors: number; counts: string }>()
}

/** The day's totals once something of the card is stored. */
function recorded(cardId: number) {
  return eventually(async () => {
    const row = await day(cardId)
    if (!row) throw new Error('not yet')
    const { counts, ...totals } = row
    return { totals, counts: JSON.parse(counts) }
  })
}

test('POST /api/card-views becomes a row and a total', async () => {
  const card = await makeCard()
  const answer = await request(
    'POST',
    '/api/card-views',
    { cardId: card.id, source: 'qr' },
    visitor,
  )
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  const { totals, counts } = await recorded(card.id)
  expect(totals).toEqual({ views: 1, clicks: 0, saves: 0, visitors: 1 })
  expect(counts).toMatchObject({ 'vdMobile|iOS|Safari': 1, vsqr: 1, vpUnknown: 1 })
  expect(await view(card.id)).toMatchObject({
    source: 'qr',
    left_out: null,
    burst: 0,
    viewer_ip: '203.0.113.0/24',
    viewer_location: 'Unknown',
    viewer_device: 'Mobile|iOS|Safari',
  })
})

test('POST /api/card-views counts a repeat once, and a leave as time spent', async () => {
  const card = await makeCard()
  const eventId = makeEventId()
  const body = { cardId: card.id, eventId }
  await request('POST', '/api/card-views', { ...body, phase: 'open' }, visitor)
  await request('POST', '/api/card-views', { ...body, phase: 'open' }, visitor)
  await recorded(card.id)
  await request('POST', '/api/card-views', { ...body, phase: 'leave', dwellMs: 4000 }, visitor)
  await eventually(async () => expect(await view(card.id)).toMatchObject({ dwell_ms: 4000 }))
  const { totals, counts } = await recorded(card.id)
  expect(totals).toEqual({ views: 1, clicks: 0, saves: 0, visitors: 1 })
  expect(counts).toMatchObject({ vt: 4000, vm: 1 })
})

const minute = 60_000

test.each([
  ['a day for a view of just now', 0, 86_400_000, 0, 15_000],
  ['an hour for a view of three minutes ago', 3 * minute, 60 * minute, 3 * minute, 4 * minute],
  ['a day for a view of two days ago', 2880 * minute, 86_400_000, 30 * minute, 30 * minute],
  ['a minute for a view of three minutes ago', 3 * minute, minute, minute, minute],
])(
  'POST /api/card-views keeps of a leave that claims %s what can be',
  async (_, ago, dwellMs, least, most) => {
    const card = await makeCard()
    const post = {
      cardId: card.id,
      eventId: makeEventId(Date.now() - ago),
      phase: 'leave',
      dwellMs,
    }
    expect((await request('POST', '/api/card-views', post, visitor)).status).toBe(202)
    const { counts } = await recorded(card.id)
    expect(counts.vt).toBeGreaterThanOrEqual(least)
    expect(counts.vt).toBeLessThanOrEqual(most)
  },
)

test.each([
  ['three minutes ahead', 3 * minute],
  ['eight days slow', -8 * 1440 * minute],
  ['of 1970', 5 - Date.now()],
])(
  'the events of a clock %s are refused with the time, and counted once under the right one',
  async (_, ahead) => {
    const card = await makeCard()
    const post = async (path: string, eventId: string, more: object = {}) => {
      const body = { cardId: card.id, eventId, ...more }
      const answer = await request('POST', `/api/card-${path}`, body, visitor)
      const { headers } = answer
      if (answer.status === 202) return 'taken'
      expect(Math.abs(Date.parse(headers.get('Date') ?? '') - Date.now())).toBeLessThan(minute)
      return `${answer.status} ${headers.get('X-Error-Code')}`
    }
    const wrong = makeEventId(Date.now() + ahead)
    const leave = { phase: 'leave', dwellMs: 500 }
    for (const more of [{ phase: 'open' }, leave])
      expect(await post('views', wrong, more)).toBe('409 clock')
    for (let times = 0; times < 3; times += 1) expect(await post('saves', wrong)).toBe('409 clock')
    const right = makeEventId()
    for (const more of [{ phase: 'open' }, leave])
      expect(await post('views', right, more)).toBe('taken')
    for (let times = 0; times < 3; times += 1) expect(await post('saves', right)).toBe('taken')
    await eventually(async () =>
      expect(await day(card.id)).toMatchObject({ views: 1, saves: 1, visitors: 1 }),
    )
  },
)

test('POST /api/card-views keeps next to nothing of a leave without an id', async () => {
  const card = await makeCard()
  const post = { cardId: card.id, phase: 'leave', dwellMs: 86_400_000 }
  await request('POST', '/api/card-views', post, visitor)
  expect((await recorded(card.id)).counts.vt).toBeLessThanOrEqual(5000)
})

test('POST /api/card-views writes no text of a forged User-Agent into the totals', async () => {
  const card = await makeCard()
  const forged = { ...visitor, 'User-Agent': 'Cheap-Watches.example/9 (X11; Linux) Gecko' }
  await request('POST', '/api/card-views', { cardId: card.id }, forged)
  const { counts } = await recorded(card.id)
  expect(counts).toMatchObject({ 'vdDesktop|Linux|Other': 1 })
  expect(JSON.stringify(counts)).not.toContain('Watches')
})

test('POST /api/card-clicks counts a link under no other type or spelling', async () => {
  const card = await makeCard({
    socialLinks: { linkedin: 'https://example.com/ada' },
    customButtons: [{ text: 'Shop', url: 'https://example.com', backgroundColor: '#d9bd90' }],
  })
  const clicks = [
    ['social', 'linkedin'],
    ['social', 'LinkedIn'],
    ['email', 'linkedin'],
    ['custom', 'primary'],
    ['social', 'primary'],
    ['phone', 'button-0'],
    ['custom', 'button-0'],
  ]
  for (const [linkType, linkId] of clicks)
    await request('POST', '/api/card-clicks', { cardId: card.id, linkType, linkId }, visitor)
  await eventually(async () => {
    const { counts } = await recorded(card.id)
    expect(links(counts)).toEqual({ 'clcustom:button-0': 1, 'clsocial:linkedin': 1 })
    expect(counts['cxunknown link']).toBe(5)
  })
})

function links(counts: Record<string, number>) {
  return Object.fromEntries(Object.entries(counts).filter(([key]) => key.startsWith('cl')))
}

test('POST /api/card-clicks counts links of the card and leaves others out', async () => {
  const card = await makeCard({ socialLinks: { linkedin: 'https://example.com/ada' } })
  const click = (linkType: string, linkId: string) =>
    request('POST', '/api/card-clicks', { cardId: card.id, linkType, linkId }, visitor)
  const answers = await Promise.all([
    click('social', 'linkedin'),
    click('email', 'primary'),
    click('custom', 'button-0'),
    click('social', 'elsewhere'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  await eventually(async () =>
    expect((await recorded(card.id)).counts).toMatchObject({
      'clsocial:linkedin': 1,
      'clemail:primary': 1,
      'cxunknown link': 2,
    }),
  )
  expect((await recorded(card.id)).totals).toMatchObject({ clicks: 2 })
})

test('POST /api/card-saves takes a beacon of plain text', async () => {
  const card = await makeCard()
  const headers = { ...visitor, 'Content-Type': 'text/plain;charset=UTF-8' }
  const body = JSON.stringify({ cardId: card.id })
  expect((await request('POST', '/api/card-saves', body, headers)).status).toBe(202)
  expect((await recorded(card.id)).totals).toMatchObject({ saves: 1 })
})

test.each([
  ['bot', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, {}],
  ['preview', { 'User-Agent': 'WhatsApp/2.23.20.0' }, {}],
  ['prefetch', { ...visitor, 'Sec-Purpose': 'prefetch;prerender' }, {}],
  ['prefetch', { ...visitor, Purpose: 'prefetch' }, {}],
  ['own', visitor, { own: true }],
])('POST /api/card-views records %s but leaves it out', async (reason, headers, more) => {
  const card = await makeCard()
  const answer = await request('POST', '/api/card-views', { cardId: card.id, ...more }, headers)
  expect(answer.status).toBe(202)
  const { totals, counts } = await recorded(card.id)
  expect(totals).toEqual({ views: 0, clicks: 0, saves: 0, visitors: 0 })
  expect(counts).toEqual({ [`vx${reason}`]: 1 })
  expect(await view(card.id)).toMatchObject({ left_out: reason })
})

test('POST /api/card-views leaves out cards that are not public', async () => {
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
  'POST /api/card-views recognises nobody who sends %s',
  async (header) => {
    const card = await makeCard()
    await request('POST', '/api/card-views', { cardId: card.id }, { ...visitor, [header]: '1' })
    expect((await recorded(card.id)).totals).toMatchObject({ views: 1, visitors: 0 })
  },
)

test('POST /api/card-views counts one visitor a day once', async () => {
  const card = await makeCard()
  for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
    await request(
      'POST',
      '/api/card-views',
      { cardId: card.id },
      { ...visitor, 'CF-Connecting-IP': address },
    )
  await eventually(async () =>
    expect((await recorded(card.id)).totals).toMatchObject({ views: 3, visitors: 2 }),
  )
})

test('POST /api/card-views counts at most 100 visitors of one network a day, and every view', async () => {
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
  await eventually(async () =>
    expect((await recorded(card.id)).totals).toMatchObject({ views: 137, visitors: 107 }),
  )
})

test.each([
  ['/api/card-views', '', 400],
  ['/api/card-views', '{}', 400],
  ['/api/card-views', '{"cardId":"1"}', 400],
  ['/api/card-views', '{"cardId":0}', 400],
  ['/api/card-views', '{"cardId":1,"extra":true}', 400],
  ['/api/card-views', '{"cardId":1,"eventId":"now"}', 400],
  ['/api/card-views', '{"cardId":1,"source":"abc"}', 400],
  ['/api/card-views', '{"cardId":1,"phase":"leave","dwellMs":-1}', 400],
  ['/api/card-clicks', '{"cardId":1}', 400],
  ['/api/card-clicks', '{"cardId":1,"linkType":"other","linkId":"primary"}', 400],
  ['/api/card-clicks', '{"cardId":1,"linkType":"social","linkId":"a b"}', 400],
  ['/api/card-saves', '{"cardId":1,"__proto__":{}}', 400],
  ['/api/card-saves', `{"cardId":1,"source":"${'x'.repeat(1100)}"}`, 413],
])('POST %s refuses %s', async (path, body, status) => {
  const answer = await request('POST', path, body, { 'Content-Type': 'text/plain' })
  expect(answer.status).toBe(status)
})

test('POST /api/card-views refuses another type and another site', async () => {
  const card = await makeCard()
  const body = JSON.stringify({ cardId: card.id })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await request('POST', '/api/card-views', body, form)).status).toBe(415)
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await request('POST', '/api/card-views', { cardId: card.id }, foreign)).status).toBe(403)
})

type Path = '/api/card-views' | '/api/card-saves'

function postWith(bindings: Partial<typeof env>, path: Path, cardId: number) {
  const body = JSON.stringify({ cardId })
  const headers = { ...visitor, 'Content-Type': 'application/json' }
  const context = createExecutionContext()
  return app.request(
    `${origin}${path}`,
    { method: 'POST', body, headers },
    { ...env, ...bindings },
    context,
  )
}

const refuse = () => {
  throw new Error('Too Many Requests')
}
const noQueue = new Proxy(env.EVENTS, { get: () => refuse })
const noDatabase = new Proxy(env.ANALYTICS, { get: () => refuse })

test('POST /api/card-saves puts the event into the inbox when the queue refuses it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await makeCard()
  expect((await postWith({ EVENTS: noQueue }, '/api/card-saves', card.id)).status).toBe(202)
  const { results } = await env.ANALYTICS.prepare('select event from event_inbox').all<{
    event: string
  }>()
  expect(results.map(({ event }) => JSON.parse(event))).toMatchObject([
    { cardId: card.id, kind: 'save' },
  ])
  warn.mockRestore()
})

test('POST /api/card-saves is 503 with Retry-After when neither queue nor inbox takes the event', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const down = { EVENTS: noQueue, ANALYTICS: noDatabase }
  const answer = await postWith(down, '/api/card-saves', 1)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10'])
  warn.mockRestore()
})

test('POST /api/card-views marks a burst and still counts it', async () => {
  const card = await makeCard()
  const limit = vi.fn(async () => ({ success: false }))
  for (let time = 0; time < 3; time += 1)
    expect((await postWith({ BURST: { limit } }, '/api/card-views', card.id)).status).toBe(202)
  await eventually(async () => expect((await recorded(card.id)).totals).toMatchObject({ views: 3 }))
  expect(await view(card.id)).toMatchObject({ burst: 1 })
  expect(limit).toHaveBeenCalledOnce()
})

test.each<Record<string, string>>([{}, { DNT: '1' }])(
  'POST /api/card-views from one network in a minute is a burst in the report, with %o',
  async (headers) => {
    const { user, request: ask } = await signIn(1)
    const card = await makeCard({ userId: user.id })
    const post = (_: unknown, browser: number) =>
      request(
        'POST',
        '/api/card-views',
        { cardId: card.id },
        { ...visitor, 'User-Agent': `${iphone} Shop/${browser}`, ...headers },
      )
    // The minute may change meanwhile: then half of them are in one.
    await Promise.all(Array.from({ length: 250 }, post))
    await eventually(async () =>
      expect((await recorded(card.id)).totals).toMatchObject({ views: 250 }),
    )
    for (const path of [`/api/analytics/${card.id}`, '/api/account-analytics?timeframe=week']) {
      const { bursts } = await (await ask('GET', path)).json<{ bursts: Burst[] }>()
      expect(bursts).toMatchObject([{ kind: 'views' }])
      expect(bursts[0]?.largest).toBeGreaterThanOrEqual(125)
      expect(bursts[0]?.events).toBeLessThanOrEqual(250)
    }
    const { results } = await env.ANALYTICS.prepare('select * from card_views where card_id = ?')
      .bind(card.id)
      .all()
    expect(JSON.stringify(results)).not.toContain('203.0.113.77')
  },
)

test('POST /api/card-views of a burst all become rows and totals', async () => {
  const card = await makeCard()
  const post = () => request('POST', '/api/card-views', { cardId: card.id }, visitor)
  const answers = await Promise.all(Array.from({ length: 120 }, post))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  await eventually(async () =>
    expect((await recorded(card.id)).totals).toMatchObject({ views: 120, visitors: 1 }),
  )
})
