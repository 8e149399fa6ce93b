import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CardEvent } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { makeCard } from '../testing/app.ts'
import { deliverBatch, type QueueMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { replayEvents } from './dead-letters.ts'
import { verifyRollups } from './verify-rollups.ts'

const numRuns = 3
const cardIds = await Promise.all(Array.from({ length: 3 }, async () => (await makeCard()).id))
const maxFailures = 6
const nonsense = [{ nonsense: true }, 'text', null, 17, { v: 2, events: [] }]

/** Every ninth is poison: the database refuses it while the trigger exists. */
const events: CardEvent[] = Array.from({ length: 41 }, (_, at) =>
  makeEvent({
    id: `${at % 9 === 4 ? 'poison' : 'plain'}-${at}`,
    kind: (['view', 'click', 'save'] as const)[at % 3] ?? 'view',
    cardId: cardIds[at % 2] ?? 0,
    visitor: `v${at % 5}`,
    dwellMs: at % 3 === 0 ? at : 0,
  }),
)
const isPoison = ({ id }: CardEvent) => id.startsWith('poison')

/** A message has some of the events, which may be in other messages, too, or is invalid. */
const message = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.nat(events.length - 1), { minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...nonsense) },
)
const run = fc.record({
  messages: fc.array(message, { maxLength: 9 }),
  faults: fc.infiniteStream(fc.nat(3)),
})

test('with any order, repeats, lost acknowledgements and failed transactions, each event or dead letter is stored once', async ({
  task,
}) => {
  silence()
  await fc.assert(
    fc.asyncProperty(run, async ({ messages, faults }) => {
      await empty()
      await spoil()
      const all = messages.map((content, at) => messageOf(content, at))
      await deliverAll(all, () => faults.next().value === 0)
      const valid = events.filter((_, at) => messages.some((content) => includes(content, at)))
      expect(await stored()).toEqual(idsOf(valid.filter((event) => !isPoison(event))))
      expect(await deadKeys()).toEqual(expectedDead(all))
      await env.ANALYTICS.exec(triggers.map((name) => `drop trigger ${name}`).join(';\n'))
      await replayEvents(env)
      expect(await stored()).toEqual(idsOf(valid))
      expect(await verifyRollups(env)).toEqual([])
      // Another delivery changes nothing.
      await deliverBatch(all)
      expect(await stored()).toEqual(idsOf(valid))
      expect(await verifyRollups(env)).toEqual([])
    }),
    { numRuns },
  )
  task.meta.proves = {
    what: 'message streams delivered late, repeated and reordered',
    cases: numRuns,
  }
}, 900_000)

type Content = number[] | (typeof nonsense)[number]

function includes(content: Content, at: number): boolean {
  return Array.isArray(content) && content.includes(at)
}

function messageOf(content: Content, at: number): QueueMessage {
  if (!Array.isArray(content)) return { id: `message ${at}`, body: content }
  const own = content.flatMap((number) => events[number] ?? [])
  return { id: `message ${at}`, body: own.length === 1 ? own[0] : { v: 2, events: own } }
}

/**
 * Delivers all messages until each is acknowledged. Some acknowledgements are lost, and some messages are twice in a
 * batch; there are no faults after the first deliveries.
 */
async function deliverAll(all: QueueMessage[], nextFault: () => boolean): Promise<void> {
  let deliveries = 0
  const fails = () => deliveries < maxFailures && nextFault()
  const bindings = failing(fails)
  let pending = all
  for (; pending.length > 0 && deliveries < 2 * maxFailures; deliveries += 1) {
    const batch = [...pending, ...pending.filter(fails)].sort(() => (fails() ? 1 : -1))
    const { acknowledged, retried } = await deliverBatch(batch, { bindings })
    expect(acknowledged.length + retried.length).toBe(batch.length)
    const done = new Set(acknowledged.map((index) => batch[index]?.id))
    pending = pending.filter(({ id }) => !done.has(id) || fails())
  }
  expect(pending).toEqual([])
}

/** Bindings with an analytics database whose batches may fail, or succeed and lose their response. */
function failing(fails: () => boolean): Bindings {
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    if (fails()) throw new Error('D1_ERROR: D1 DB is overloaded.')
    const results = await env.ANALYTICS.batch<T>(statements)
    if (fails()) throw new Error('D1_ERROR: D1 DB is overloaded.')
    return results
  }
  const analytics = new Proxy(env.ANALYTICS, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name).bind(target)),
  })
  return { ...env, ANALYTICS: analytics }
}

const tables = ['card_views', 'card_clicks', 'card_saves']
const triggers = tables.map((table) => `spoil_${table}`)

async function spoil(): Promise<void> {
  await env.ANALYTICS.batch(
    tables.map((table) =>
      env.ANALYTICS.prepare(
        `create trigger if not exists spoil_${table} before insert on ${table} when new.id like 'poison%'
         begin select raise(abort, 'poisoned'); end`,
      ),
    ),
  )
}

async function empty(): Promise<void> {
  const all = [...tables, 'card_days', 'card_visitors', 'dead_events', 'event_inbox']
  await env.ANALYTICS.batch(all.map((table) => env.ANALYTICS.prepare(`delete from ${table}`)))
}

async function stored(): Promise<string[]> {
  const sql = tables.map((table) => `select id from ${table}`).join(' union all ')
  const { results } = await env.ANALYTICS.prepare(sql).all<{ id: string }>()
  return results.map(({ id }) => id).sort()
}

async function deadKeys(): Promise<string[]> {
  const { results } = await env.ANALYTICS.prepare('select key from dead_events').all<{
    key: string
  }>()
  return results.map(({ key }) => key).sort()
}

/** The expected keys of dead letters: the poison events of each message, and each invalid message. */
function expectedDead(all: QueueMessage[]): string[] {
  return all
    .flatMap(({ id, body }) => {
      const own: CardEvent[] | undefined = eventsIn(body)
      if (!own) return [id]
      return own.flatMap((event, at) => (isPoison(event) ? [at === 0 ? id : `${id} ${at}`] : []))
    })
    .sort()
}

function eventsIn(body: unknown): CardEvent[] | undefined {
  const known = events.find((event) => event === body)
  if (known) return [known]
  const list: unknown = Reflect.get(Object(body), 'events')
  return Array.isArray(list) && list.length > 0 ? list : undefined
}

function idsOf(some: CardEvent[]): string[] {
  return some.map(({ id }) => id).sort()
}

function silence() {
  for (const name of ['error', 'warn'] as const) {
    const spy = vi.spyOn(console, name).mockImplementation(() => {})
    onTestFinished(() => spy.mockRestore())
  }
}
