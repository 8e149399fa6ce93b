import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCard } from '../testing/app.ts'
import { deliverBatch, newMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { dayTotals } from '../testing/visitor-events.ts'
import { batchGapMs, directBackoffMs, enqueueEvent, enqueueView, loadedMs } from './enqueue.ts'

let now = Date.now()

beforeEach(() => {
  now += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Batch = D1Database['batch']

/** An isolate with a fake queue, whose analytics database handles batches like this. */
function isolate(batch: Batch = (statements) => env.ANALYTICS.batch(statements)) {
  const sent: unknown[] = []
  const send = async (message: unknown) => void sent.push(message)
  const ANALYTICS = {
    prepare: (sql: string) => env.ANALYTICS.prepare(sql),
    batch,
    exec: (sql: string) => env.ANALYTICS.exec(sql),
    withSession: () => env.ANALYTICS.withSession(),
    dump: () => env.ANALYTICS.dump(),
  }
  const bindings = { ...env, ANALYTICS, EVENTS: Object.assign({ ...env.EVENTS }, { send }) }
  const accept = (event: ReturnType<typeof makeEvent>, afterMs = batchGapMs) => {
    vi.setSystemTime(Date.now() + afterMs)
    return (event.kind === 'view' ? enqueueView : enqueueEvent)(bindings, event, () => {})
  }
  return { sent, accept }
}

test('events that come alone are recorded before they are accepted, without a message', async () => {
  const { id } = await makeCard()
  const { sent, accept } = isolate()
  for (const kind of ['view', 'click', 'save'] as const)
    expect(
      await accept(makeEvent({ cardId: id, kind, linkType: 'phone', linkId: 'primary' })),
    ).toBe(true)
  expect(await dayTotals(id)).toMatchObject({ views: 1, clicks: 1, saves: 1 })
  expect(sent).toEqual([])
})

test('events go to the queue for 10 s after the database took more than 500 ms', async () => {
  const { id } = await makeCard()
  let tookMs = loadedMs
  const { sent, accept } = isolate(async (statements) => {
    vi.setSystemTime(Date.now() + tookMs)
    return env.ANALYTICS.batch(statements)
  })
  const view = () => makeEvent({ cardId: id })
  await accept(view())
  tookMs += 1
  await accept(view())
  expect([await dayTotals(id), sent.length]).toEqual([expect.objectContaining({ views: 2 }), 0])
  tookMs = 0
  await accept(view())
  await accept(view(), directBackoffMs - 2 * batchGapMs)
  expect([await dayTotals(id), sent.length]).toEqual([expect.objectContaining({ views: 2 }), 2])
  await accept(view(), 2 * batchGapMs)
  expect([await dayTotals(id), sent.length]).toEqual([expect.objectContaining({ views: 3 }), 2])
})

test.each([
  ['refuses it', () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.'))],
  [
    'records it, but the response is lost',
    async (statements: D1PreparedStatement[]) => {
      await env.ANALYTICS.batch(statements)
      throw new Error('D1_ERROR: Network connection lost.')
    },
  ],
])('an event is recorded once if the database %s', async (_, batch) => {
  const { id } = await makeCard()
  const { sent, accept } = isolate(batch)
  const view = makeEvent({ cardId: id })
  expect(await accept(view)).toBe(true)
  expect(sent).toEqual([view])
  await deliverBatch([newMessage(view)])
  await deliverBatch([newMessage(view)])
  expect(await dayTotals(id)).toMatchObject({ views: 1 })
})
