import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Bindings } from '../env.ts'
import { makeCard } from '../testing/app.ts'
import { deliverBatch, newMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { recordPendingEvents } from '../testing/run-job.ts'
import { replayEvents } from './dead-letters.ts'
import { enqueueEvent } from './enqueue.ts'

beforeEach(() => env.ANALYTICS.exec('delete from dead_events'))

/** Delivers new messages with these bodies. */
function deliver(bodies: unknown[], options: { queue?: string; bindings?: Bindings } = {}) {
  return deliverBatch(bodies.map(newMessage), options)
}

/** Bindings with an analytics database whose batches fail with the message that `fails` returns. */
function failing(fails: () => string | undefined): Bindings {
  const analytics = new Proxy(env.ANALYTICS, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        const message = fails()
        if (message) throw new Error(message)
        return target.batch(statements)
      }
    },
  })
  return { ...env, ANALYTICS: analytics }
}

async function viewsOf(cardId: number): Promise<number> {
  const total = await env.ANALYTICS.prepare('select sum(views) from card_days where card_id = ?')
    .bind(cardId)
    .first<number>('sum(views)')
  return total ?? 0
}

async function rowsOf(table: string): Promise<string[]> {
  const { results } = await env.ANALYTICS.prepare(`select event from ${table}`).all<{
    event: string
  }>()
  return results.map(({ event }) => event)
}

test('a batch is acknowledged once it is stored', async () => {
  const card = await makeCard()
  const events = Array.from({ length: 5 }, () => makeEvent({ cardId: card.id }))
  expect(await deliver(events)).toEqual({ acknowledged: [0, 1, 2, 3, 4], retried: [] })
  expect(await viewsOf(card.id)).toBe(5)
})

test('an address in a message of an earlier release is dropped, and a message without the field is read', async () => {
  const { id: cardId } = await makeCard()
  const { ip: _, ...without } = makeEvent({ cardId })
  const bodies = [{ ...makeEvent({ cardId }), ip: '203.0.113.0/24' }, without]
  expect(await deliver(bodies)).toEqual({ acknowledged: [0, 1], retried: [] })
  expect(await viewsOf(cardId)).toBe(2)
  await deliver(bodies, { queue: 'edgecard-events-dead' })
  const dead = await rowsOf('dead_events')
  expect(dead.map((event) => JSON.parse(event).ip)).toEqual(['Unknown', 'Unknown'])
})

test('a message of several events is acknowledged once all of them are stored', async () => {
  const cards = [await makeCard(), await makeCard()]
  const views = (count: number) =>
    Array.from({ length: count }, (_, index) => makeEvent({ cardId: cards[index % 2]?.id ?? 0 }))
  const bodies = [{ v: 2, events: views(1300) }, makeEvent({ cardId: cards[0]?.id ?? 0 })]
  expect(await deliver(bodies)).toEqual({ acknowledged: [0, 1], retried: [] })
  expect(await deliver(bodies.toReversed())).toEqual({ acknowledged: [0, 1], retried: [] })
  expect([await viewsOf(cards[0]?.id ?? 0), await viewsOf(cards[1]?.id ?? 0)]).toEqual([651, 650])
})

test('an event of a message that cannot be stored becomes a dead letter, and the message is acknowledged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await makeCard()
  await env.ANALYTICS.exec(
    "create trigger poison before insert on card_views when new.id = 'poison' begin select raise(abort, 'poisoned'); end",
  )
  const poison = makeEvent({ cardId: card.id, id: 'poison' })
  const message = { v: 2, events: [makeEvent({ cardId: card.id }), poison] }
  expect(await deliver([message])).toEqual({ acknowledged: [0], retried: [] })
  expect((await rowsOf('dead_events')).map((event) => JSON.parse(event))).toEqual([poison])
  await env.ANALYTICS.exec('drop trigger poison')
  expect(await replayEvents(env)).toEqual({ recorded: 1, left: 0 })
  expect(await viewsOf(card.id)).toBe(2)
  warn.mockRestore()
})

test('a message of a newer version is retried, an invalid one becomes a dead letter', async () => {
  const card = await makeCard()
  const event = makeEvent({ cardId: card.id })
  const result = await deliver([{ ...event, v: 3 }, event, { nonsense: true }, 'text'])
  expect(result).toEqual({ acknowledged: [1, 2, 3], retried: [[0, 600]] })
  const dead = await rowsOf('dead_events')
  expect(dead.toSorted()).toEqual(['"text"', '{"nonsense":true}'])
  expect(await viewsOf(card.id)).toBe(1)
})

test('a message that cannot be stored becomes a dead letter, and the others are stored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await makeCard()
  const events = Array.from({ length: 9 }, () => makeEvent({ cardId: card.id }))
  await env.ANALYTICS.exec(
    "create trigger poison before insert on card_views when new.id = 'poison' begin select raise(abort, 'poisoned'); end",
  )
  const poison = makeEvent({ cardId: card.id, id: 'poison' })
  const { acknowledged, retried } = await deliver([
    ...events.slice(0, 4),
    poison,
    ...events.slice(4),
  ])
  expect([acknowledged.length, retried]).toEqual([10, []])
  expect(await viewsOf(card.id)).toBe(9)
  expect(await rowsOf('dead_events')).toHaveLength(1)
  expect(warn).toHaveBeenCalledOnce()
  await env.ANALYTICS.exec('drop trigger poison')
  warn.mockRestore()
})

test('while the database is overloaded messages are retried, and nothing is lost or counted twice', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const card = await makeCard()
  const events = Array.from({ length: 3 }, () => makeEvent({ cardId: card.id }))
  const down = failing(() => 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
  expect(await deliver(events, { bindings: down })).toEqual({
    acknowledged: [],
    retried: [
      [0, 30],
      [1, 30],
      [2, 30],
    ],
  })
  expect(await viewsOf(card.id)).toBe(0)
  expect((await deliver(events)).acknowledged).toHaveLength(3)
  expect((await deliver(events)).acknowledged).toHaveLength(3)
  expect(await viewsOf(card.id)).toBe(3)
  error.mockRestore()
})

test('a batch that exceeds the limits of the database is stored in parts', async () => {
  const card = await makeCard()
  const events = Array.from({ length: 8 }, () => makeEvent({ cardId: card.id }))
  let refused = 0
  const busy = failing(() => {
    refused += 1
    return refused < 3 ? 'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.' : undefined
  })
  expect((await deliver(events, { bindings: busy })).acknowledged).toHaveLength(8)
  expect(await viewsOf(card.id)).toBe(8)
})

test('messages of the dead-letter queue are stored unchanged, and a replay records them', async () => {
  const card = await makeCard()
  const event = makeEvent({ cardId: card.id })
  const dead = { queue: 'edgecard-events-dead' }
  const several = { v: 2, events: [makeEvent({ cardId: card.id }), makeEvent({ cardId: card.id })] }
  const bodies = [event, { nonsense: true }, several]
  expect((await deliver(bodies, dead)).acknowledged).toEqual([0, 1, 2])
  expect(await replayEvents(env, Date.now() + 1000)).toEqual({ recorded: 0, left: 0 })
  expect(await replayEvents(env)).toEqual({ recorded: 3, left: 1 })
  expect(await replayEvents(env)).toEqual({ recorded: 0, left: 1 })
  expect(await viewsOf(card.id)).toBe(3)
})

const refusing = new Proxy(env.DB, {
  get: () => () => {
    throw new Error('down')
  },
})
/** The `waitUntil` of a request that is not ended. */
const later = () => {}

test.each([
  ['refuses', () => Promise.reject(new Error('Too Many Requests'))],
  ['hangs', () => new Promise<never>(() => {})],
])('when the queue %s, an event is stored in the inbox and counted from there', async (_, send) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await makeCard()
  // Without the database of the cards, no event is recorded directly.
  const sink = { ...env, DB: refusing, EVENTS: { ...env.EVENTS, send } }
  const event = makeEvent({ cardId: card.id })
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await enqueueEvent(sink, event, later)).toBe(true)
  expect(await rowsOf('event_inbox')).toEqual([JSON.stringify(event)])
  for (let time = 0; time < 2; time += 1) {
    await recordPendingEvents(env)
    expect([await rowsOf('event_inbox'), await viewsOf(card.id)]).toEqual([[], 1])
  }
  warn.mockRestore()
})

test('an event is not accepted if both the queue and the inbox fail', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const send = () => Promise.reject(new Error('down'))
  const down = { ...env, EVENTS: { ...env.EVENTS, send }, ANALYTICS: refusing }
  expect(await enqueueEvent(down, makeEvent({ cardId: 1 }), later)).toBe(false)
  warn.mockRestore()
})

test('an invalid row of the inbox becomes a dead letter', async () => {
  await env.ANALYTICS.prepare(
    "insert into event_inbox values ('one', '{', 1), ('two', '{}', 1)",
  ).run()
  await recordPendingEvents(env)
  expect([await rowsOf('event_inbox'), await rowsOf('dead_events')]).toEqual([[], ['{', '{}']])
})
