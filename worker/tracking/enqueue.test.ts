import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CardEvent } from '../../schema/tracking/event.ts'
import { makeEvent } from '../testing/events.ts'
import {
  batchGapMs,
  batchWindowMs,
  type EventMessage,
  enqueueEvent,
  enqueueView,
} from './enqueue.ts'

// In the past, where no other file of tests has left a time.
let start = Date.now() - 30 * 86_400_000

// Each test starts a day later, so that the state of the previous one has expired, but for a batch that it left open: the
// next request sends it.
beforeEach(async () => {
  start += 86_400_000
  fakeTimers(start - 3_600_000)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { visit, work } = isolate()
  await visit()
  await Promise.all(work)
  fakeTimers(start)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function fakeTimers(now: number) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
}

const refuse = () => {
  throw new Error('down')
}

/**
 * An isolate with a fake queue, and without the database of the cards, so that no event is recorded directly; `sent`
 * are the messages, with the milliseconds since the start.
 */
function isolate(refuses: () => boolean = () => false) {
  const sent: { ids: string[]; after: number; bytes: number }[] = []
  const send = async (message: EventMessage) => {
    if (refuses()) throw new Error('Too Many Requests')
    const events = message.v === 1 ? [message] : message.events
    const bytes = Buffer.byteLength(JSON.stringify(message))
    sent.push({ ids: events.map(({ id }) => id), after: Date.now() - start, bytes })
  }
  const work: Promise<void>[] = []
  const DB = new Proxy(env.DB, { get: () => refuse })
  const sink = { ...env, DB, EVENTS: Object.assign({ ...env.EVENTS }, { send }) }
  const later = (promise: Promise<void>) => void work.push(promise)
  const visit = (view: CardEvent = makeEvent({ cardId: 1 })) => enqueueView(sink, view, later)
  const click = () => enqueueEvent(sink, makeEvent({ cardId: 1, kind: 'click' }), later)
  return { sent, sink, visit, click, work }
}

function sizes(sent: { ids: string[] }[]): number[] {
  return sent.map(({ ids }) => ids.length)
}

test('a single view is sent to the queue before the response', async () => {
  const { sent, visit, work } = isolate()
  for (let time = 0; time < 3; time += 1) {
    expect(await visit()).toBe(true)
    expect(sizes(sent)).toEqual(Array(time + 1).fill(1))
    await vi.advanceTimersByTimeAsync(batchGapMs)
  }
  expect(work).toEqual([])
})

test('views close together are sent in batches, within 200 ms', async () => {
  const { sent, visit } = isolate()
  const receivedAt = new Map<string, number>()
  for (let time = 0; time < 200; time += 1) {
    const views = Array.from({ length: 5 }, (_, index) => makeEvent({ cardId: 1 + index }))
    for (const { id } of views) receivedAt.set(id, Date.now() - start)
    expect(await Promise.all(views.map(visit))).toEqual(Array(5).fill(true))
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(batchWindowMs.min)
  expect(sent.length).toBeLessThanOrEqual(12)
  expect(new Set(sent.flatMap(({ ids }) => ids))).toEqual(new Set(receivedAt.keys()))
  for (const { ids, after } of sent)
    for (const id of ids)
      expect(after - (receivedAt.get(id) ?? 0)).toBeLessThanOrEqual(batchWindowMs.min)
})

test('a click close to views shares their message, and is accepted once the queue has it', async () => {
  const { sent, visit, click } = isolate()
  await visit()
  await visit()
  let accepted = 0
  const clicks = [click(), click()].map((each) =>
    each.then((isAccepted) => (accepted += +isAccepted)),
  )
  await vi.advanceTimersByTimeAsync(batchWindowMs.min - 1)
  expect([sizes(sent), accepted]).toEqual([[1], 0])
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(clicks)
  expect([sizes(sent), accepted]).toEqual([[1, 3], 2])
})

test('a click is sent by its own request if the request that was to send its batch has ended', async () => {
  const { sent, visit, click } = isolate()
  await visit()
  await visit()
  vi.clearAllTimers()
  const accepted = click()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await accepted).toBe(true)
  expect(sizes(sent)).toEqual([1, 1])
  // A later request sends the batch, and the click is recorded once.
  await visit()
  await visit()
  expect(sizes(sent)).toEqual([1, 1, 3])
})

test('while the queue and the inbox are down, a click that waits for its batch is refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let down = false
  const { sink, visit, click } = isolate(() => down)
  await visit()
  down = true
  sink.ANALYTICS = new Proxy(sink.ANALYTICS, { get: () => refuse })
  const accepted = click()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await accepted).toBe(false)
})

test('a message has at most 500 views and 100 KB, and is sent when it is full', async () => {
  const { sent, visit } = isolate()
  const visits = (count: number, place: string) =>
    Promise.all(Array.from({ length: count }, () => visit(makeEvent({ cardId: 1, place }))))
  await visits(1201, 'DE')
  expect(sizes(sent)).toContain(1)
  const full = sent.filter(({ ids }) => ids.length > 1)
  expect(full.length).toBeGreaterThanOrEqual(2)
  await vi.advanceTimersByTimeAsync(batchWindowMs.min)
  await visits(300, 'Ü'.repeat(400))
  await vi.advanceTimersByTimeAsync(batchWindowMs.min)
  expect(sent.flatMap(({ ids }) => ids)).toHaveLength(1501)
  for (const { ids, bytes } of sent) {
    expect(ids.length).toBeLessThanOrEqual(500)
    expect(bytes).toBeLessThanOrEqual(100_100)
  }
})

test('if the runtime ends a request before it sends its batch, the next request sends it', async () => {
  const { sent, visit, work } = isolate()
  await Promise.all([visit(), visit(), visit()])
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + 3 * batchWindowMs.min)
  await visit()
  await Promise.all(work.slice(1))
  expect(sizes(sent)).toEqual([1, 3])
})

test('a batch that the queue refuses is retried once, then stored in the inbox', async () => {
  await env.ANALYTICS.exec('delete from event_inbox')
  let refusals = 0
  const { sent, visit, work } = isolate(() => refusals-- > 0)
  await Promise.all([visit(), visit(), visit()])
  refusals = 1
  await vi.advanceTimersByTimeAsync(batchWindowMs.min + 300)
  expect(sizes(sent)).toEqual([1, 2])
  await Promise.all([visit(), visit(), visit()])
  refusals = 2
  // The window is longer since the first refusal.
  await vi.advanceTimersByTimeAsync(2 * batchWindowMs.min + 300)
  vi.useRealTimers()
  await Promise.all(work)
  expect(await env.ANALYTICS.prepare('select count(*) as n from event_inbox').first('n')).toBe(2)
  expect(sizes(sent)).toEqual([1, 2, 1])
  await env.ANALYTICS.exec('delete from event_inbox')
})

test('while the queue and the inbox are down, views are refused, not batched; the open batch is sent later', async () => {
  let down = false
  const { sent, sink, visit } = isolate(() => down)
  const analytics = sink.ANALYTICS
  await Promise.all([visit(), visit(), visit()])
  down = true
  sink.ANALYTICS = new Proxy(analytics, { get: () => refuse })
  await vi.advanceTimersByTimeAsync(batchWindowMs.min + 300)
  expect(await Promise.all([visit(), visit()])).toEqual([false, false])
  down = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(sizes(sent)).toEqual([1, 2])
  expect(await visit()).toBe(true)
})

test('a clock that is set back after a refusal, or with an open batch, delays nothing', async () => {
  let down = false
  const { sent, sink, visit, work } = isolate(() => down)
  const analytics = sink.ANALYTICS
  await Promise.all([visit(), visit()])
  down = true
  sink.ANALYTICS = new Proxy(analytics, { get: () => refuse })
  await vi.advanceTimersByTimeAsync(batchWindowMs.min + 300)
  down = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(sizes(sent)).toEqual([1, 1])
  fakeTimers(start - 3_600_000)
  await Promise.all([visit(), visit(), visit()])
  expect(sizes(sent)).toEqual([1, 1, 1])
  fakeTimers(start - 7_200_000)
  await visit()
  await Promise.all(work.slice(2))
  expect(sizes(sent)).toEqual([1, 1, 1, 3])
})

test('the window doubles with each message that the queue refuses, up to 1.6 s, and shrinks with each that it accepts', async () => {
  let refusals = 0
  const { sent, visit } = isolate(() => refusals-- > 0)
  const windows: number[] = []
  for (const refused of [...Array(8).fill(1), ...Array(16).fill(0)]) {
    await visit()
    await visit()
    await visit()
    const [began, before] = [Date.now(), sent.length]
    refusals = refused
    for (let step = 0; step < 60 && sent.length === before; step += 1)
      await vi.advanceTimersByTimeAsync(50)
    windows.push(Date.now() - began)
    await vi.advanceTimersByTimeAsync(500)
  }
  // A refused message is sent again 200 ms later.
  expect(windows[0]).toBe(400)
  expect(Math.max(...windows)).toBeGreaterThan(1400)
  expect(Math.max(...windows)).toBeLessThanOrEqual(1850)
  expect(windows.at(-1)).toBeLessThanOrEqual(250)
})
