import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { EventsPage } from '../../schema/analytics/analytics-export.ts'
import { dayMs } from '../platform/time.ts'
import { makeCard, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'
import { startPosition, writeCursor } from './event-feed.ts'

const minute = 60_000

async function pulled(response: Response): Promise<EventsPage> {
  expect(response.status).toBe(200)
  return EventsPage.parse(await response.json())
}

test('GET /api/analytics/:id/events rejects signed-out callers, other users, invalid limits and cursors', async () => {
  const owner = await signIn(1)
  const [card, other] = [
    await makeCard({ userId: owner.user.id }),
    await makeCard({ userId: owner.user.id }),
  ]
  const path = `/api/analytics/${card.id}/events`
  expect((await request('GET', path)).status).toBe(401)
  expect((await (await signIn(3)).request('GET', path)).status).toBe(403)
  expect((await owner.request('GET', '/api/analytics/0/events')).status).toBe(404)
  const { cursor } = await pulled(await owner.request('GET', path))
  const foreign = await pulled(await owner.request('GET', `/api/analytics/${other.id}/events`))
  const changed = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'E' : 'A'}`
  const wrong = [
    ...['limit=0', 'limit=1001', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'since=1'],
    ...['', 'x', '!', changed, foreign.cursor, `${cursor}A`, cursor.slice(3)].map(
      (text) => `cursor=${encodeURIComponent(text)}`,
    ),
  ]
  // A session may make ten calls, the limit of exports.
  const made = await owner.request('POST', '/api/account/tokens', { name: 'Pull' })
  const { token } = await made.json<{ token: string }>()
  const pull = (question: string) =>
    request('GET', `${path}?${question}`, undefined, { Authorization: `Bearer ${token}` })
  for (const question of wrong) expect((await pull(question)).status, question).toBe(400)
  expect((await pull(`cursor=${cursor}&limit=1000`)).status).toBe(200)
})

test('GET /api/analytics/:id/events rejects a cursor older than the retention period', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const path = `/api/analytics/${card.id}/events`
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = Date.now()
  vi.setSystemTime(now - 401 * dayMs)
  const cursor = writeCursor(env, card.id, startPosition)
  vi.useRealTimers()
  const response = await owner.request('GET', `${path}?cursor=${cursor}`)
  expect([response.status, await response.text()]).toEqual([
    400,
    'This cursor has expired. Start again without one.',
  ])
})

test('GET /api/analytics/:id/events returns settled events, oldest first, with the reasons of excluded ones', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, socialLinks: { x: '#' } })
  const path = `/api/analytics/${card.id}/events`
  const at = Date.now() - 10 * minute
  const view = makeEvent({ cardId: card.id, at, dwellMs: 700, source: 'qr' })
  const bot = makeEvent({ cardId: card.id, at: at + 1, kind: 'save', leftOut: 'bot' })
  const click = { kind: 'click', linkType: 'social', linkId: 'x' } as const
  const last = makeEvent({ cardId: card.id, at: at + 2, ...click })
  await recordEvents(env, [last, makeEvent({ cardId: card.id }), bot, view])
  const first = await pulled(await owner.request('GET', `${path}?limit=2`))
  expect(first).toMatchObject({
    more: true,
    events: [
      {
        id: view.id,
        kind: 'view',
        timestamp: new Date(at).toISOString(),
        source: 'qr',
        location: 'Berlin, Berlin, DE',
        device: 'Mobile, iOS, Safari',
        leftOut: null,
        dwellMs: 700,
      },
      { id: bot.id, kind: 'save', leftOut: 'bot' },
    ],
  })
  const next = await pulled(await owner.request('GET', `${path}?cursor=${first.cursor}`))
  expect(next.events).toMatchObject([{ id: last.id, linkType: 'social', linkId: 'x' }])
  expect([next.more, Date.parse(next.settledUntil) <= Date.now() - 2 * minute]).toEqual([
    false,
    true,
  ])
})

test('GET /api/analytics/:id/events returns late events before new ones, and 304 if there are none', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const path = `/api/analytics/${card.id}/events`
  const at = Date.now() - 60 * minute
  await recordEvents(env, [makeEvent({ cardId: card.id, at })])
  const { cursor } = await pulled(await owner.request('GET', path))
  const quiet = await owner.request('GET', `${path}?cursor=${cursor}`)
  const tag = quiet.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^W\/"/)
  const same = await pulled(quiet)
  expect([same.events, same.cursor]).toEqual([[], cursor])
  const pull = () =>
    owner.request('GET', `${path}?cursor=${cursor}`, undefined, { 'If-None-Match': tag })
  expect((await pull()).status).toBe(304)
  const late = [1, 2, 3].map((ago) => makeEvent({ cardId: card.id, at: at - ago * minute }))
  const newer = makeEvent({ cardId: card.id, at: at + minute })
  await recordEvents(env, [...late, newer])
  const page = await pulled(await pull())
  expect(page.events.map(({ id }) => id).toSorted()).toEqual(
    [...late, newer].map(({ id }) => id).toSorted(),
  )
  expect(page.events.at(-1)?.id).toBe(newer.id)
})
