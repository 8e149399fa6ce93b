import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CardEvent } from '../../schema/tracking/event.ts'
import { makeCard, makeUser } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'
import { readCursor, readPage, startPosition, writeCursor } from './event-feed.ts'

const second = 1000
const day = 86_400 * second
// In the past, so no shared state of other tests depends on a later time.
const begin = Date.now() - 40 * day

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

type Told = { kind: CardEvent['kind']; age: number }
type Step = { wait: number } & ({ record: Told[]; lag: number; again: boolean } | { pull: number })

const eventFields = fc.record({
  kind: fc.constantFrom('view', 'click', 'save'),
  // From two minutes ahead to seven days ago, mostly near the settling time of events.
  age: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, 59, 60, 61, 119, 120, 121, 130, 150, 178, 181) },
    { weight: 1, arbitrary: fc.integer({ min: -120, max: 7 * 86_400 }) },
  ),
})
const wait = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 10, 60, 119, 120) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 86_400 }) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    wait,
    record: fc.array(eventFields, { minLength: 1, maxLength: 4 }),
    // The recorder's timestamp may be almost a minute old when its transaction commits.
    lag: fc.constantFrom(0, 1, 30, 59),
    again: fc.boolean(),
  }),
  fc.record({ wait, pull: fc.integer({ min: 1, max: 4 }) }),
)

// Written with a timestamp a minute old, behind events that were already returned.
const slowTransaction: Step[] = [
  { wait: 0, record: [{ kind: 'view', age: 130 }], lag: 0, again: false },
  { wait: 0, pull: 1 },
  { wait: 0, record: [{ kind: 'save', age: 150 }], lag: 59, again: false },
]

test('every event is pulled once, whatever the order of recording', async () => {
  const { id: userId } = await makeUser()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 25 }), async (steps) => {
      vi.setSystemTime(begin)
      const card = await makeCard({ userId })
      const recorded: CardEvent[] = []
      const pulled: string[] = []
      let cursor = writeCursor(env, card.id, startPosition)
      const pull = async (limit: number) => {
        const position = readCursor(env, card.id, cursor)
        if (!position || position === 'expired') throw new Error('The cursor does not hold')
        const page = await readPage(env, { cardId: card.id, position, limit })
        expect(page.events.length).toBeLessThanOrEqual(limit)
        pulled.push(...page.events.map(({ id, kind }) => `${kind} ${id}`))
        cursor = writeCursor(env, card.id, page.position)
        return page.more
      }
      let clock = begin
      for (const one of steps) {
        clock += one.wait * second
        if ('pull' in one) {
          vi.setSystemTime(clock)
          await pull(one.pull)
          continue
        }
        vi.setSystemTime(clock - one.lag * second)
        const fresh = one.record.map(({ kind, age }) =>
          makeEvent({ cardId: card.id, kind, linkId: 'primary', at: clock - age * second }),
        )
        // A repeat of everything so far, as after a retry.
        await recordEvents(env, one.again ? [...recorded, ...fresh] : fresh)
        recorded.push(...fresh)
      }
      vi.setSystemTime(clock + 3600 * second)
      while (await pull(3));
      expect(pulled.toSorted()).toEqual(recorded.map(({ kind, id }) => `${kind} ${id}`).toSorted())
    }),
    { numRuns: 20, examples: [[slowTransaction]] },
  )
})
