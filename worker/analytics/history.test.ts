import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { CardReport, HistoryPage } from '../../schema/analytics/card-report.ts'
import { makeCard, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'

test('GET /api/analytics/:id/history rejects signed-out callers, other users and invalid cursors', async () => {
  const owner = await signIn(1)
  const stranger = await signIn(3)
  const card = await makeCard({ userId: owner.user.id })
  const path = `/api/analytics/${card.id}/history`
  expect((await request('GET', `${path}?kind=views`)).status).toBe(401)
  const refused = await stranger.request('GET', `${path}?kind=views`)
  expect([refused.status, await refused.text()]).toEqual([
    403,
    "You don't have permission to view analytics for this card",
  ])
  expect((await owner.request('GET', '/api/analytics/2147483647/history?kind=views')).status).toBe(
    404,
  )
  for (const question of [
    '',
    'kind=submissions',
    'kind=views&limit=0',
    'kind=views&limit=501',
    'kind=views&before=now',
    'kind=views&range=daily',
  ])
    expect((await owner.request('GET', `${path}?${question}`)).status, question).toBe(400)
  expect((await (await signIn(4)).request('GET', `${path}?kind=views`)).status).toBe(200)
})

test('GET /api/analytics/:id/history continues where the report ends, each event once', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const now = Date.now()
  const views = Array.from({ length: 203 }, (_, index) =>
    makeEvent({ cardId: card.id, at: now - Math.floor(index / 3) }),
  )
  await recordEvents(env, views)
  const response = await request('GET', `/api/analytics/${card.id}?rows=100`)
  const report = CardReport.parse(await response.json())
  const seen = report.views.map(({ id }) => id)
  let next = report.next.views
  for (const length of [50, 50, 3]) {
    const page = await read(
      await request('GET', `/api/analytics/${card.id}/history?kind=views&limit=50&before=${next}`),
    )
    expect(page.rows).toHaveLength(length)
    seen.push(...page.rows.map(({ id }) => id))
    next = page.next
  }
  expect(next).toBe(null)
  const newestFirst = views.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  expect(seen).toEqual(newestFirst.map(({ id }) => id))
})

test('GET /api/analytics/:id/history lists clicks and saves with their details', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const click = { kind: 'click', linkType: 'phone', linkId: 'primary' } as const
  await recordEvents(env, [
    makeEvent({ cardId: card.id, ...click }),
    makeEvent({ cardId: card.id, kind: 'save', source: 'qr' }),
  ])
  const path = `/api/analytics/${card.id}/history?kind=`
  expect(await read(await request('GET', `${path}clicks`))).toMatchObject({
    kind: 'clicks',
    rows: [{ linkType: 'phone', linkId: 'primary', clickerDevice: 'Mobile, iOS, Safari' }],
    next: null,
  })
  expect(await read(await request('GET', `${path}saves`))).toMatchObject({
    kind: 'saves',
    rows: [{ source: 'qr', saverLocation: 'Berlin, Berlin, DE' }],
  })
})

test('GET /api/analytics/:id/history skips excluded events, thousands at a time', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000
  const robots = Array.from({ length: 9000 }, (_, index) =>
    makeEvent({ cardId: card.id, at: hour - index * 2000, leftOut: 'bot' }),
  )
  // After, among and before the bots: one in the same hour as those that follow, one five hours and one days earlier.
  const people = [1000, -3_599_999, -17_999_999, -500_000_000].map((ago) =>
    makeEvent({ cardId: card.id, at: hour + ago }),
  )
  await recordEvents(env, [...robots, ...people])
  const seen: string[] = []
  let pages = 0
  let before = ''
  for (let next: string | null = 'first'; next; before = `&before=${next}`) {
    const page = await read(
      await request('GET', `/api/analytics/${card.id}/history?kind=views&limit=10${before}`),
    )
    seen.push(...page.rows.map(({ id }) => id))
    pages += 1
    next = page.next
  }
  expect(seen).toEqual(people.map(({ id }) => id))
  expect(pages).toBeLessThan(5)
})

test('GET /api/analytics/:id/history ends at once if all remaining events are excluded', async () => {
  const { user, request } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const now = Date.now()
  await recordEvents(
    env,
    Array.from({ length: 5000 }, (_, index) =>
      makeEvent({ cardId: card.id, at: now - index, leftOut: 'bot' }),
    ),
  )
  const page = await read(await request('GET', `/api/analytics/${card.id}/history?kind=views`))
  expect(page).toEqual({ kind: 'views', rows: [], next: null })
})

async function read(response: Response) {
  expect(response.status).toBe(200)
  return HistoryPage.parse(await response.json())
}
