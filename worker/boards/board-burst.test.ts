import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Board, BoardReport } from '../../schema/boards/board.ts'
import { makeCard, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'

test('a board that is read while a burst is recorded never runs ahead of it, and ends equal', async () => {
  const { owner, cardId, points, today } = await makeEventOfToday()
  const chunks = Array.from({ length: 20 }, (_, chunk) =>
    Array.from({ length: 300 }, (_, at) =>
      makeEvent({
        ...points[(chunk + at) % 5],
        cardId,
        id: `burst-${chunk}-${at}`,
        at: Date.now(),
      }),
    ),
  )
  let sent = 0
  let recorded = 0
  const record = async (some: typeof chunks) => {
    for (const chunk of some) {
      sent += chunk.length
      await recordEvents(env, chunk)
      recorded += chunk.length
    }
  }
  const read = async () =>
    BoardReport.parse(await (await owner.request('GET', `/api/events/${today.id}`)).json())
  // Two consumers, the second of which also repeats what the first has recorded.
  let isOver = false
  const burst = Promise.all([record(chunks.slice(0, 10)), record(chunks.slice(10))])
    .then(() => recordEvents(env, chunks.flat().slice(0, 900)))
    .finally(() => {
      isOver = true
    })
  let seen = 0
  let boards = 0
  while (!isOver) {
    const before = recorded
    const { totals } = await read()
    expect(totals.views).toBeGreaterThanOrEqual(Math.max(seen, before))
    expect(totals.views).toBeLessThanOrEqual(sent)
    seen = totals.views
    boards += 1
  }
  await burst
  expect(boards).toBeGreaterThan(3)
  const { totals, points: figures } = await read()
  expect(totals).toEqual({ views: 6000, clicks: 0, saves: 0, submissions: 0 })
  expect(figures.map(({ views }) => views)).toEqual([1200, 1200, 1200, 1200, 1200])
  const answer = await owner.request('GET', `/api/events/${today.id}`)
  const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' }
  const again = await owner.request('GET', `/api/events/${today.id}`, undefined, headers)
  expect(again.status).toBe(304)
})

async function makeEventOfToday() {
  const owner = await signIn(4)
  const card = await makeCard({ userId: owner.user.id })
  const made = await Promise.all(
    Array.from({ length: 5 }, () => makeSharePoint({ cardId: card.id })),
  )
  const day = new Date().toISOString().slice(0, 10)
  const fields = { name: 'Expo', from: day, to: day, zone: 'UTC' }
  const answer = await owner.request('POST', '/api/events', fields)
  const today = Board.parse(await answer.json())
  const change = { add: made.map(({ id }) => id) }
  await owner.request('PATCH', `/api/events/${today.id}/share-points`, change)
  return { owner, today, cardId: card.id, points: made.map(({ code }) => ({ source: code })) }
}
