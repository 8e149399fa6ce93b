import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { makeEventId } from '../../schema/tracking/event.ts'
import { makeCard, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { dayTotals, findView, postWith, recorded, visitor } from '../testing/visitor-events.ts'

test('POST /api/card-views stores a row and counts it in the totals', async () => {
  const card = await makeCard()
  const response = await request(
    'POST',
    '/api/card-views',
    { cardId: card.id, source: 'qr' },
    visitor,
  )
  expect([response.status, await response.text()]).toEqual([202, ''])
  const { totals, counts } = await recorded(card.id)
  expect(totals).toEqual({ views: 1, clicks: 0, saves: 0, visitors: 1 })
  expect(counts).toMatchObject({ 'vdMobile|iOS|Safari': 1, vsqr: 1, vpUnknown: 1 })
  expect(await findView(card.id)).toMatchObject({
    source: 'qr',
    left_out: null,
    burst: 0,
    viewer_ip: '',
    viewer_location: 'Unknown',
    viewer_device: 'Mobile|iOS|Safari',
  })
})

test('POST /api/card-views counts a repeat once, and stores the dwell time of a leave', async () => {
  const card = await makeCard()
  const eventId = makeEventId()
  const body = { cardId: card.id, eventId }
  await request('POST', '/api/card-views', { ...body, phase: 'open' }, visitor)
  await request('POST', '/api/card-views', { ...body, phase: 'open' }, visitor)
  await recorded(card.id)
  await request('POST', '/api/card-views', { ...body, phase: 'leave', dwellMs: 4000 }, visitor)
  await settled()
  expect(await findView(card.id)).toMatchObject({ dwell_ms: 4000 })
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
  'POST /api/card-views limits the dwell time of a leave that claims %s',
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
  'events of a clock %s are rejected with the server time, and counted once after the correction',
  async (_, ahead) => {
    const card = await makeCard()
    const post = async (path: string, eventId: string, more: object = {}) => {
      const body = { cardId: card.id, eventId, ...more }
      const response = await request('POST', `/api/card-${path}`, body, visitor)
      const { headers } = response
      if (response.status === 202) return 'taken'
      expect(Math.abs(Date.parse(headers.get('Date') ?? '') - Date.now())).toBeLessThan(minute)
      return `${response.status} ${headers.get('X-Error-Code')}`
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
    await settled()
    expect(await dayTotals(card.id)).toMatchObject({ views: 1, saves: 1, visitors: 1 })
  },
)

test('POST /api/card-views limits the dwell time of a leave without an id', async () => {
  const card = await makeCard()
  const post = { cardId: card.id, phase: 'leave', dwellMs: 86_400_000 }
  await request('POST', '/api/card-views', post, visitor)
  expect((await recorded(card.id)).counts.vt).toBeLessThanOrEqual(5000)
})

test('POST /api/card-clicks counts a link only under its exact type and id', async () => {
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
  const { counts } = await recorded(card.id)
  expect(links(counts)).toEqual({ 'clcustom:button-0': 1, 'clsocial:linkedin': 1 })
  expect(counts['cxunknown link']).toBe(5)
})

function links(counts: Record<string, number>) {
  return Object.fromEntries(Object.entries(counts).filter(([key]) => key.startsWith('cl')))
}

test('POST /api/card-clicks counts links of the card and excludes others', async () => {
  const card = await makeCard({ socialLinks: { linkedin: 'https://example.com/ada' } })
  const click = (linkType: string, linkId: string) =>
    request('POST', '/api/card-clicks', { cardId: card.id, linkType, linkId }, visitor)
  const responses = await Promise.all([
    click('social', 'linkedin'),
    click('email', 'primary'),
    click('custom', 'button-0'),
    click('social', 'elsewhere'),
  ])
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect((await recorded(card.id)).counts).toMatchObject({
    'clsocial:linkedin': 1,
    'clemail:primary': 1,
    'cxunknown link': 2,
  })
  expect((await recorded(card.id)).totals).toMatchObject({ clicks: 2 })
})

test('POST /api/card-saves accepts a text/plain beacon', async () => {
  const card = await makeCard()
  const headers = { ...visitor, 'Content-Type': 'text/plain;charset=UTF-8' }
  const body = JSON.stringify({ cardId: card.id })
  expect((await request('POST', '/api/card-saves', body, headers)).status).toBe(202)
  expect((await recorded(card.id)).totals).toMatchObject({ saves: 1 })
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
])('POST %s rejects %s', async (path, body, status) => {
  const response = await request('POST', path, body, { 'Content-Type': 'text/plain' })
  expect(response.status).toBe(status)
})

test('POST /api/card-views rejects other content types and cross-site requests', async () => {
  const card = await makeCard()
  const body = JSON.stringify({ cardId: card.id })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await request('POST', '/api/card-views', body, form)).status).toBe(415)
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await request('POST', '/api/card-views', { cardId: card.id }, foreign)).status).toBe(403)
})

const refuse = () => {
  throw new Error('Too Many Requests')
}
const noQueue = new Proxy(env.EVENTS, { get: () => refuse })
const noDatabase = new Proxy(env.ANALYTICS, { get: () => refuse })
const noCards = new Proxy(env.DB, { get: () => refuse })

test('saves that share messages with views are accepted and counted', async () => {
  const card = await makeCard()
  const post = (kind: string) =>
    request('POST', `/api/card-${kind}`, { cardId: card.id }, visitor).then(({ status }) => status)
  const kinds = ['views', 'views', 'saves', 'views', 'saves']
  expect(await Promise.all(kinds.map(post))).toEqual(Array(5).fill(202))
  await settled()
  expect(await dayTotals(card.id)).toMatchObject({ views: 3, saves: 2 })
})

test('POST /api/card-saves stores the event in the inbox if it cannot be recorded at once and the queue rejects it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await makeCard()
  const down = { EVENTS: noQueue, DB: noCards }
  expect((await postWith(down, '/api/card-saves', card.id)).status).toBe(202)
  const { results } = await env.ANALYTICS.prepare('select event from event_inbox').all<{
    event: string
  }>()
  expect(results.map(({ event }) => JSON.parse(event))).toMatchObject([
    { cardId: card.id, kind: 'save' },
  ])
  warn.mockRestore()
})

test('POST /api/card-saves is 503 with Retry-After if neither queue nor inbox accepts the event', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const down = { EVENTS: noQueue, ANALYTICS: noDatabase }
  const response = await postWith(down, '/api/card-saves', 1)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10'])
  warn.mockRestore()
})
