import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { CardReport } from '../../schema/analytics/card-report.ts'
import { ranges, type Totals } from '../../schema/analytics/figures.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'

test('GET /api/analytics/:id rejects signed-out callers, other users and unknown cards', async () => {
  const card = await makeCard()
  const stranger = await signIn(3)
  const owner = await signIn(1)
  const path = `/api/analytics/${card.id}`
  expect((await request('GET', path)).status).toBe(401)
  const refused = await stranger.request('GET', path)
  expect([refused.status, await refused.text()]).toEqual([
    403,
    "You don't have permission to view analytics for this card",
  ])
  for (const id of ['0', 'x', '2147483647'])
    expect((await owner.request('GET', `/api/analytics/${id}`)).status).toBe(404)
  const own = await makeCard({ userId: owner.user.id })
  for (const question of [
    'range=hourly',
    'zone=Mars/Base',
    'rows=501',
    'more=1',
    'range=daily&range=weekly',
  ])
    expect((await owner.request('GET', `/api/analytics/${own.id}?${question}`)).status).toBe(400)
})

test('reports are in UTC for a time zone that only the browser knows, or not even it', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  for (const zone of ['Etc/Unknown', 'etc/unknown', 'America/New_Town', 'Asia/Tomorrow/North']) {
    const path = `/api/analytics/${card.id}?range=daily&zone=${zone}`
    const report = await read(await request('GET', path))
    expect(report.zone).toEqual({ name: 'UTC', rounded: false })
    for (const other of [
      `/api/account-analytics?zone=${zone}`,
      `/api/analytics/${card.id}/export?section=views&zone=${zone}`,
    ])
      expect((await request('GET', other)).status, other).not.toBe(400)
    const change = { weekly: true, timeZone: zone }
    expect((await request('PUT', '/api/account/mail', change)).status).toBeLessThan(300)
  }
})

test('GET /api/analytics/:id returns totals, lists, series, timing and breakdowns', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({
    userId: user.id,
    socialLinks: { linkedin: 'https://example.com/ada' },
  })
  const at = Math.floor(Date.now() / dayMs) * dayMs
  const desktop = { place: 'FR||Paris', device: 'Desktop|Windows|Edge' }
  const view = makeEvent({ cardId: card.id, at: at - 8 * dayMs, ...desktop })
  const click = { kind: 'click', linkType: 'social', linkId: 'linkedin' } as const
  await recordEvents(env, [
    view,
    makeEvent({ cardId: card.id, at, dwellMs: 3000, visitor: 'a', source: 'qr' }),
    makeEvent({ cardId: card.id, at: at + 1, visitor: 'a' }),
    makeEvent({ cardId: card.id, at: at + 2, leftOut: 'bot' }),
    makeEvent({ cardId: card.id, at: at + 3, ...click }),
    makeEvent({ cardId: card.id, at: at + 4, kind: 'save' }),
  ])
  const report = await read(await request('GET', `/api/analytics/${card.id}`))
  const totals = { views: 3, clicks: 1, saves: 1, submissions: 0 }
  expect(report).toMatchObject({
    card: { id: card.id, name: 'Ada Lovelace', slug: card.slug },
    zone: { name: 'UTC', rounded: false },
    window: { from: dateOf(at - 8 * dayMs), until: dateOf(at) },
    summary: { ...totals, totalViews: 3, totalClicks: 1, visitors: 1, measured: 1, dwellMs: 3000 },
    previous: null,
    allTime: totals,
    unit: 'day',
    views: [
      { viewerLocation: 'Berlin, Berlin, DE', viewerDevice: 'Mobile, iOS, Safari' },
      { source: 'qr', dwellMs: 3000 },
      { id: view.id, viewerLocation: 'Paris, FR', timestamp: new Date(view.at).toISOString() },
    ],
    clicks: [{ linkType: 'social', linkId: 'linkedin', clickerDevice: 'Mobile, iOS, Safari' }],
    saves: [{ saverLocation: 'Berlin, Berlin, DE' }],
    next: { views: null, clicks: null, saves: null },
    leftOut: { bot: 1 },
  })
  expect(report.series).toHaveLength(9)
  expect(report.timing.hours[0]).toEqual(totals)
  expect(report.breakdowns).toMatchObject({
    totals: { views: 3, clicks: 1, saves: 1 },
    views: {
      countries: { DE: 2, FR: 1 },
      regions: { 'Berlin, DE': 2, FR: 1 },
      places: { 'Berlin, Berlin, DE': 2, 'Paris, FR': 1 },
      devices: { Mobile: 2, Desktop: 1 },
      systems: { iOS: 2, Windows: 1 },
      browsers: { Safari: 2, Edge: 1 },
      sources: { qr: 1, link: 2 },
    },
    links: { 'social:linkedin': 1 },
  })
  const daily = await read(await request('GET', `/api/analytics/${card.id}?range=daily&rows=0`))
  expect(daily.summary).toMatchObject({ views: 2, clicks: 1 })
  expect(daily.previous).toMatchObject({ views: 1, clicks: 0, visitors: 0 })
  expect(daily.allTime).toEqual(totals)
  expect(daily.series.map(({ start }) => start)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((ago) => dateOf(at - ago * dayMs)),
  )
  expect([daily.views, daily.next.views]).toEqual([[], null])
})

test('GET /api/analytics/:id is consistent in every time zone and range, across both daylight saving changes', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const now = Date.now()
  const times = Array.from({ length: 900 }, (_, i) => now - i * 35_500_000 - (i % 7) * 1_000_000)
  const press = { kind: 'click', linkType: 'phone', linkId: 'primary' } as const
  await recordEvents(
    env,
    times.map((at, i) => makeEvent({ cardId: card.id, at, ...(i % 3 === 2 ? press : {}) })),
  )
  for (const [i, at] of times.slice(0, 60).entries())
    await db.insert(formSubmissions).values({
      cardId: card.id,
      clientId: `form ${i}`,
      formData: {},
      timestamp: new Date(at).toISOString(),
    })
  for (const zone of [
    'Pacific/Pago_Pago',
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
  ]) {
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    const dates = times.map((at) => days.format(Math.floor(at / 3_600_000) * 3_600_000))
    for (const range of [...ranges, undefined]) {
      const question = new URLSearchParams({ zone, rows: '0', ...(range && { range }) })
      const report = await read(await request('GET', `/api/analytics/${card.id}?${question}`))
      const inside = (which: (index: number) => boolean) =>
        dates.filter(
          (date, i) =>
            which(i) && date >= (report.window?.from ?? '') && date <= (report.window?.until ?? ''),
        ).length
      const expected = {
        views: inside((i) => i % 3 !== 2),
        clicks: inside((i) => i % 3 === 2),
        saves: 0,
        submissions: inside((i) => i < 60),
      }
      expect(report.summary, `${zone} ${range}`).toMatchObject(expected)
      for (const parts of [report.series, report.timing.hours, report.timing.weekdays])
        expect(sum(parts), `${zone} ${range}`).toEqual(expected)
      expect(report.zone).toEqual({ name: zone, rounded: zone === 'Asia/Kolkata' })
      expect(report.allTime).toEqual({ views: 600, clicks: 300, saves: 0, submissions: 60 })
      const { from, until, totals, views } = report.breakdowns
      const utc = times.filter((at) => dateOf(at) >= from && dateOf(at) <= until).length
      expect(totals.views + totals.clicks).toBe(utc)
      expect(views.countries).toEqual({ DE: totals.views })
    }
  }
})

test('GET /api/analytics/:id compares with a previous period of the same length', async () => {
  advanceClock(0)
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const now = Date.now()
  // One view of one second in each hour of the last 40 days, each by a different visitor.
  const hours = Array.from({ length: 960 }, (_, i) => now - i * 3_600_000)
  await recordEvents(
    env,
    hours.map((at) => makeEvent({ cardId: card.id, at, visitor: `${at}`, dwellMs: 1000 })),
  )
  for (const zone of ['Pacific/Pago_Pago', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati']) {
    const path = `/api/analytics/${card.id}?range=daily&rows=0&zone=${zone}`
    const { previous, window } = await read(await request('GET', path))
    expect(previous?.views, zone).toBe(168)
    expect(previous?.visitors).toBe(previous?.measured)
    expect(previous?.dwellMs).toBe((previous?.measured ?? 0) * 1000)
    expect([7 * 24, 8 * 24]).toContain(previous?.visitors)
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    expect(window).toEqual({ from: days.format(now - 6 * dayMs), until: days.format(now) })
  }
})

test('GET /api/analytics/:id of a card without events is all zeros', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const report = await read(await request('GET', `/api/analytics/${card.id}`))
  const totals = { views: 0, clicks: 0, saves: 0, submissions: 0 }
  expect(report.summary).toMatchObject({ ...totals, totalViews: 0, visitors: 0, dwellMs: 0 })
  expect([report.window, report.series, report.views, report.leftOut]).toEqual([null, [], [], {}])
  const daily = await read(await request('GET', `/api/analytics/${card.id}?range=daily`))
  expect(daily.previous).toMatchObject(totals)
  expect(daily.series).toHaveLength(7)
})

test('GET /api/analytics/:id returns 304 until something is new', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const path = `/api/analytics/${card.id}?range=daily`
  const tag = (await request('GET', path)).headers.get('ETag') ?? ''
  const same = await request('GET', path, undefined, { 'If-None-Match': tag })
  expect([same.status, await same.text()]).toEqual([304, ''])
  expect(same.headers.get('Cache-Control')).toBe('private, no-cache')
  await recordEvents(env, [makeEvent({ cardId: card.id })])
  expect((await request('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200)
})

test('GET /api/analytics/:id shows the content of a submission only to the owner and level 5', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const formData = { name: 'Grace' }
  await db.insert(formSubmissions).values({ cardId: card.id, clientId: 'one', formData })
  const path = `/api/analytics/${card.id}`
  for (const [reader, content] of [
    [owner, formData],
    [await signIn(4), null],
    [await signIn(5), formData],
  ] as const) {
    const report = await read(await reader.request('GET', path))
    expect(report.summary.totalSubmissions).toBe(1)
    expect(report.submissions).toMatchObject([
      { formData: content, submitterLocation: 'Unknown', submitterDevice: 'Unknown' },
    ])
  }
})

function sum(parts: Totals[]): Totals {
  const total = { views: 0, clicks: 0, saves: 0, submissions: 0 }
  for (const part of parts) {
    total.views += part.views
    total.clicks += part.clicks
    total.saves += part.saves
    total.submissions += part.submissions
  }
  return total
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

async function read(response: Response) {
  expect(response.status).toBe(200)
  return CardReport.parse(await response.json())
}
