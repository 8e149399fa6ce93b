/** Outages of the analytics database, played on a stand-in for the queue with a clock of its own. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import configuration from '../../wrangler.toml?raw'
import { dayMs, hourMs, minuteMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { deliverBatch, newMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { faultyBindings, interceptDatabase } from '../testing/fault-bindings.ts'
import { readConsumers, standInQueues } from '../testing/queue-stand-in.ts'
import { recordPendingEvents } from '../testing/run-job.ts'
import { consume } from './consumer.ts'
import { hasDeadLetterObjects, putDeadLetters, replayEvents } from './dead-letters.ts'
import { verifyRollups } from './verify-rollups.ts'

// The shortest retention of any plan: Workers Free.
const consumers = readConsumers(configuration, dayMs)
// Longer than a queue keeps a message.
const days = 3
const perMessage = 60
const outages = {
  messages: 12,
  cards: await Promise.all(Array.from({ length: 20 }, async () => (await makeCard()).id)),
}

beforeEach(async () => {
  const tables = ['card_views', 'card_days', 'card_fortnights', 'late_events', 'dead_events']
  await env.ANALYTICS.batch(
    [...tables, 'event_inbox'].map((table) => env.ANALYTICS.prepare(`delete from ${table}`)),
  )
  const { objects } = await env.MEDIA.list({ prefix: 'dead-events/' })
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key))
  for (const name of ['error', 'warn'] as const) {
    const spy = vi.spyOn(console, name).mockImplementation(() => {})
    onTestFinished(() => spy.mockRestore())
  }
})

/** Bindings with an analytics database that refuses every call with the message, while there is one. */
function refusing(refusal: () => string | undefined) {
  const calls: string[] = []
  const ANALYTICS = interceptDatabase('ANALYTICS', (name, work) => {
    const message = refusal()
    if (!message) return work()
    calls.push(name)
    return Promise.reject(new Error(message))
  })
  return { bindings: { ...env, ANALYTICS }, calls }
}

async function stored() {
  const rows = await env.ANALYTICS.prepare('select count(*) as n from card_views').first('n')
  const views = await env.ANALYTICS.prepare('select sum(views) as n from card_days').first('n')
  const dead = await env.ANALYTICS.prepare('select count(*) as n from dead_events').first('n')
  return { rows, views: views ?? 0, dead }
}

test.for<[string, number, string, boolean]>([
  [`is unreachable for ${days} days`, days * dayMs, 'D1_ERROR: Network connection lost.', true],
  [`is full for ${days} days`, days * dayMs, 'D1_ERROR: Exceeded maximum DB size.', true],
  [
    'is overloaded for 6 hours',
    6 * hourMs,
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    false,
  ],
])(
  'when the database %s, each event is recorded exactly once, within 31 minutes of the end',
  {
    timeout: 3_000_000,
  },
  async ([, outageMs, message, isStoredInR2], { task }) => {
    const start = Math.ceil(Date.now() / dayMs) * dayMs
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
    const end = start + outageMs
    const last = end - minuteMs
    const { bindings, calls } = refusing(() => (Date.now() < end ? message : undefined))
    let deliveries = 0
    const queues = standInQueues(consumers, (batch) => {
      deliveries += 1
      return consume(batch, bindings)
    })
    let sent = 0
    const sendUntil = (now: number) => {
      for (; sent * (last - start) < outages.messages * (now - start); sent += 1)
        queues.send('edgecard-events', messageNumber(sent))
    }
    while (Date.now() < last) {
      await queues.passMinute()
      sendUntil(Date.now())
      if (Date.now() % hourMs === 0) await recordPendingEvents(bindings).catch(() => {})
    }
    // One refusal ends each delivery and each run of the cron: nothing is halved, and nothing becomes a dead letter.
    expect(calls.length).toBeLessThanOrEqual(deliveries + Math.ceil(outageMs / hourMs))
    expect(await stored()).toEqual({ rows: 0, views: 0, dead: 0 })
    expect(await hasDeadLetterObjects(env)).toBe(isStoredInR2)
    let passed = 0
    for (; passed <= 31 && (queues.size() > 0 || (await hasDeadLetterObjects(env))); passed += 1) {
      await queues.passMinute()
      await recordPendingEvents(bindings)
    }
    const count = outages.messages * perMessage
    expect({ left: queues.size(), lost: queues.lost }).toEqual({ left: 0, lost: [] })
    expect(await hasDeadLetterObjects(env)).toBe(false)
    expect(await stored()).toEqual({ rows: count, views: count, dead: 0 })
    expect(await verifyRollups(env)).toEqual([])
    task.meta.proves = {
      what: `events in ${outageMs < dayMs ? '6 hours' : `${days} days`} without the analytics database`,
      cases: count,
      note: `recorded within ${passed} minutes`,
    }
  },
)

function messageNumber(number: number) {
  const at = Date.now()
  const events = Array.from({ length: perMessage }, (_, index) =>
    makeEvent({
      cardId: outages.cards[(number + index) % outages.cards.length] ?? 0,
      id: `${at.toString(36)}-${number}-${index}`,
      at: at - index,
      receivedAt: at,
    }),
  )
  return { v: 2, events }
}

const full = () => 'D1_ERROR: Exceeded maximum DB size.'
const sentAt = () => new Date(Date.now() - 21 * hourMs)

test('dead letters are stored in R2 as one object when the database does not accept them', async () => {
  const [cardId = 0] = outages.cards
  const event = makeEvent({ cardId })
  const { bindings } = refusing(full)
  const bodies = [event, { v: 2, events: [makeEvent({ cardId }), makeEvent({ cardId })] }, 'text']
  const dead = { queue: 'edgecard-events-dead', bindings }
  const { acknowledged } = await deliverBatch(bodies.map(newMessage), dead)
  expect(acknowledged).toEqual([0, 1, 2])
  expect((await env.MEDIA.list({ prefix: 'dead-events/' })).objects).toHaveLength(1)
  expect(await replayEvents(env, Date.now() + hourMs)).toEqual({ recorded: 0, left: 0 })
  expect(await replayEvents(env)).toEqual({ recorded: 3, left: 1 })
  expect(await hasDeadLetterObjects(env)).toBe(false)
  expect(await stored()).toEqual({ rows: 3, views: 3, dead: 1 })
})

test('a message that neither the database nor R2 accepts is retried at most half an hour later', async () => {
  const { bindings } = refusing(full)
  const put = () => Promise.reject(new Error('R2 is down'))
  const MEDIA = new Proxy(env.MEDIA, {
    get: (target, name) => (name === 'put' ? put : Reflect.get(target, name).bind(target)),
  })
  const batch = [newMessage(makeEvent({ cardId: 1 }))]
  const outcome = await deliverBatch(batch, { bindings: { ...bindings, MEDIA }, sentAt: sentAt() })
  expect(outcome).toEqual({ acknowledged: [], retried: [[0, 1800]] })
})

test('a consumer killed at any call while it stores old messages in R2 loses none', async ({
  task,
}) => {
  const { bindings: down } = refusing(full)
  let killed = 0
  for (; killed < 50; killed += 1) {
    // A new card each time, because the state of a known one is cached.
    const { id: cardId } = await makeCard()
    const events = Array.from({ length: 4 }, () => makeEvent({ cardId }))
    const batch = [events[0], { v: 2, events: events.slice(1) }].map(newMessage)
    const faulty = faultyBindings({ at: killed, fault: 'crash' })
    const bindings = { ...faulty.bindings, ANALYTICS: down.ANALYTICS }
    await deliverBatch(batch, { bindings, sentAt: sentAt() })
    if (faulty.calls.length <= killed) break
    // A killed consumer acknowledges nothing, so the queue delivers the batch again.
    const again = await deliverBatch(batch, { bindings: down, sentAt: sentAt() })
    expect(again.acknowledged).toEqual([0, 1])
    await recordPendingEvents(env)
    const count = 4 * (killed + 1)
    expect(await stored()).toEqual({ rows: count, views: count, dead: 0 })
  }
  expect(killed).toBeGreaterThan(1)
  task.meta.proves = { what: 'steps at which the consumer is killed', cases: killed }
})

test('a cron job killed at any call while it records from R2 records each event once', async ({
  task,
}) => {
  let killed = 0
  for (; killed < 100; killed += 1) {
    const { id: cardId } = await makeCard()
    const dead = Array.from({ length: 3 }, (_, at) => ({
      key: `killed ${killed} ${at}`,
      event: at === 2 ? '{}' : JSON.stringify(makeEvent({ cardId })),
    }))
    await putDeadLetters(env, dead)
    const { bindings, calls } = faultyBindings({ at: killed, fault: 'crash' })
    await recordPendingEvents(bindings).catch(() => {})
    await recordPendingEvents(env)
    const count = 2 * (killed + 1)
    expect(await stored()).toEqual({ rows: count, views: count, dead: killed + 1 })
    expect(await hasDeadLetterObjects(env)).toBe(false)
    if (calls.length <= killed) break
  }
  expect(killed).toBeGreaterThan(5)
  task.meta.proves = { what: 'steps at which the cron is killed', cases: killed }
})

test('a read-only database is retried like a full one', async () => {
  for (const message of [
    'D1_ERROR: attempt to write a readonly database: SQLITE_READONLY',
    "D1_ERROR: Your account has exceeded D1's maximum account storage limit",
    "D1_ERROR: Your account has exceeded D1's free tier daily row write limit.",
    'D1_ERROR: database or disk is full: SQLITE_FULL',
    'D1_ERROR: internal error; reference = 0123456789',
  ]) {
    const { bindings, calls } = refusing(() => message)
    const batch = Array.from({ length: 8 }, () => newMessage(makeEvent({ cardId: 1 })))
    const { acknowledged, retried } = await deliverBatch(batch, {
      bindings,
      sentAt: new Date(Date.now() - 40 * minuteMs),
    })
    expect([acknowledged, retried.map(([, delay]) => delay), calls.length], message).toEqual([
      [],
      Array(8).fill(300),
      1,
    ])
  }
})
