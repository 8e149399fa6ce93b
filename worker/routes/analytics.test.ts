import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { CardReport } from '../../schema/analytics.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { recordEvents } from '../analytics/record.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'

const day = 86_400_000

test('GET /api/analytics/:id refuses the signed out, strangers and unknown cards', async () => {
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
  for (const question of ['range=hourly', 'viewsBefore=now', 'more=1', 'range=daily&range=weekly'])
    expect((await owner.request('GET', `/api/analytics/${own.id}?${question}`)).status).toBe(400)
})

test('GET /api/analytics/:id answers totals, lists, series and breakdowns', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({
    userId: user.id,
    socialLinks: { linkedin: 'https://example.com/ada' },
  })
  const at = Math.floor(Date.now() / day) * day
  const desktop = { place: 'FR||Paris', device: 'Desktop|Windows|Edge' }
  const view = makeEvent({ cardId: card.id, at: at - 400 * day, ...desktop })
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
  expect(report).toMatchObject({
    summary: { totalViews: 3, totalClicks: 1, totalSaves: 1, visitors: 1, dwellMs: 3000 },
    views: [
      { viewerLocation: 'Berlin, Berlin, DE', viewerDevice: 'Mobile, iOS, Safari' },
      { source: 'qr', dwellMs: 3000 },
      { id: view.id, viewerLocation: 'Paris, FR', timestamp: new Date(view.at).toISOString() },
    ],
    clicks: [{ linkType: 'social', linkId: 'linkedin', clickerDevice: 'Mobile, iOS, Safari' }],
    saves: [{ saverLocation: 'Berlin, Berlin, DE' }],
    next: { views: null, clicks: null, saves: null },
    series: [{ views: 1 }, { views: 2, clicks: 1, saves: 1, visitors: 1 }],
    leftOut: { bot: 1 },
  })
  expect(report.breakdowns).toMatchObject({
    views: {
      hours: { 0: 3 },
      places: { 'Berlin, Berlin, DE': 2, 'Paris, FR': 1 },
      devices: { Mobile: 2, Desktop: 1 },
      systems: { iOS: 2, Windows: 1 },
      browsers: { Safari: 2, Edge: 1 },
      sources: { qr: 1, link: 2 },
    },
    links: { 'social:linkedin': 1 },
  })
  const daily = await read(await request('GET', `/api/analytics/${card.id}?range=daily`))
  expect(daily.summary).toMatchObject({ totalViews: 2, totalClicks: 1 })
  expect(daily.series).toHaveLength(1)
})

test('GET /api/analytics/:id of a card without events is all zeros', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const report = await read(await request('GET', `/api/analytics/${card.id}`))
  expect(report.summary).toEqual({
    totalViews: 0,
    totalClicks: 0,
    totalSaves: 0,
    totalSubmissions: 0,
    visitors: 0,
    dwellMs: 0,
  })
  expect([report.series, report.views, report.leftOut]).toEqual([[], [], {}])
})

test('GET /api/analytics/:id lists the newest 500 and goes on from the cursor', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const now = Date.now()
  const views = Array.from({ length: 1203 }, (_, index) =>
    makeEvent({ cardId: card.id, at: now - Math.floor(index / 3) }),
  )
  await recordEvents(env, views)
  const seen: string[] = []
  let question = ''
  for (const length of [500, 500, 203]) {
    const report = await read(await request('GET', `/api/analytics/${card.id}${question}`))
    expect(report.views).toHaveLength(length)
    seen.push(...report.views.map(({ id }) => id))
    question = `?viewsBefore=${report.next.views}`
  }
  expect(question).toBe('?viewsBefore=null')
  expect(new Set(seen)).toEqual(new Set(views.map(({ id }) => id)))
})

test('GET /api/analytics/:id shows what a submission holds to the owner and level 5 only', async () => {
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

async function read(answer: Response) {
  expect(answer.status).toBe(200)
  return CardReport.parse(await answer.json())
}
