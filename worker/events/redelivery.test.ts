import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { makeCard } from '../testing/app.ts'
import { deliverBatch, type QueueMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { replayEvents } from './dead-letters.ts'
import { verifyRollups } from './verify-rollups.ts'

const numRuns = inject('isWhole') ? 150 : 3
const cardIds = await Promise.all(Array.from({ length: 3 }, async () => (await makeCard()).id))
const badTries = 6
const nonsense = [{ nonsense: true }, 'text', null, 17, { v: 2, events: [] }]

/** Every ninth is poison: the database refuses it as long as the trigger is there. */
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

/** A message is some of the events, or what nobody understands; several may be of the same. */
const message = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.nat(events.length - 1), { minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...nonsense) },
)
const run = fc.record({
  messages: fc.array(message, { maxLength: 9 }),
  luck: fc.infiniteStream(fc.nat(3)),
})

test('any order, repetition, lost acknowledgement and failing transaction: each event is stored once, and what cannot be is kept once', async ({
  task,
}) => {
  silence()
  await fc.assert(
    fc.asyncProperty(run, async ({ messages, luck }) => {
      await empty()
      await spoil()
      const all = messages.map((told, at) => letterOf(told, at))
      await deliverAll(all, () => luck.next().value === 0)
      const whole = events.filter((_, at) => messages.some((told) => includes(told, at)))
      expect(await stored()).toEqual(idsOf(whole.filter((event) => !isPoison(event))))
      expect(await deadKeys()).toEqual(wantedDead(all))
      await env.ANALYTICS.exec(triggers.map((name) => `drop trigger ${name}`).join(';\n'))
      await replayEvents(env)
      expect(await stored()).toEqual(idsOf(whole))
      expect(await verifyRollups(env)).toEqual([])
      // Once more, after everything: nothing changes.
      await deliverBatch(all)
      expect(await stored()).toEqual(idsOf(whole))
      expect(await verifyRollups(env)).toEqual([])
    }),
    { numRuns },
  )
  task.meta.proves = {
    what: 'message streams delivered late, repeated and reordered',
    cases: numRuns,
  }
}, 900_000)

type Told = number[] | (typeof nonsense)[number]

function includes(told: Told, at: number): boolean {
  return Array.isArray(told) && told.includes(at)
}

function letterOf(told: Told, at: number): QueueMessage {
  if (!Array.isArray(told)) return { id: `message ${at}`, body: told }
  const own = told.flatMap((number) => events[number] ?? [])
  return { id: `message ${at}`, body: own.length === 1 ? own[0] : { v: 2, events: own } }
}

/** Until each was taken; some acknowledgements are lost on the way, and some come twice in one batch. Luck turns good in the end. */
async function deliverAll(all: QueueMessage[], luck: () => boolean): Promise<void> {
  let tries = 0
  const isBad = () => tries < badTries && luck()
  const bindings = failing(isBad)
  let waiting = all
  for (; waiting.length > 0 && tries < 2 * badTries; tries += 1) {
    const batch = [...waiting, ...waiting.filter(isBad)].sort(() => (isBad() ? 1 : -1))
    const { acknowledged, retried } = await deliverBatch(batch, { bindings })
    expect(acknowledged.length + retried.length).toBe(batch.length)
    const taken = new Set(acknowledged.map((place) => batch[place]?.id))
    waiting = waiting.filter(({ id }) => !taken.has(id) || isBad())
  }
  expect(waiting).toEqual([])
}

/** The analytics database, of which a batch is refused, or done and its answer lost, when luck is bad. */
function failing(isBad: () => boolean): Bindings {
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    if (isBad()) throw new Error('D1_ERROR: D1 DB is overloaded.')
    const results = await env.ANALYTICS.batch<T>(statements)
    if (isBad()) throw new Error('D1_ERROR: D1 DB is overloaded.')
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

/** The poison of each message by its place in it, and each message nobody understands. */
function wantedDead(all: QueueMessage[]): string[] {
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
