import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CardEvent, maxVisitorsPerNetwork } from '../../schema/tracking/event.ts'
import { dayMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from './record.ts'
import { verifyRollups } from './verify-rollups.ts'

const midnight = Date.UTC(2026, 10, 20)
const numRuns = 6

/** A visitor hash in the real format: 8 characters of the network, 14 of the browser. */
function hashOf(network: number, browser: number): string {
  return `${network}`.padStart(8, 'n') + `${browser}`.padStart(14, 'b')
}

/** Browsers of one network on one day of a card; their number is often near the limit. */
const crowd = fc.record({
  card: fc.nat(1),
  day: fc.nat(1),
  network: fc.nat(2),
  browsers: fc.constantFrom(1, 2, 30, 60, 99, 100, 101, 150),
  first: fc.nat(120),
})
const stream = fc.array(crowd, { minLength: 1, maxLength: 6 })

type Crowd = typeof crowd extends fc.Arbitrary<infer Value> ? Value : never

function eventsOf(crowds: Crowd[], cards: number[]): CardEvent[] {
  return crowds.flatMap(({ card, day: ago, network, browsers, first }, number) =>
    Array.from({ length: browsers }, (_, index) =>
      makeEvent({
        cardId: cards[card] ?? 0,
        at: midnight - ago * dayMs + index,
        id: `crowd-${number}-${index}`,
        visitor: hashOf(network, first + index),
      }),
    ),
  )
}

/** The expected visitors by card and day, with at most 100 of a network. */
function expectedVisitors(events: CardEvent[]): Map<string, number> {
  const networks = Map.groupBy(
    events,
    ({ cardId, at, visitor }) => `${cardId} ${Math.floor(at / dayMs)} ${visitor?.slice(0, 8)}`,
  )
  const totals = new Map<string, number>()
  for (const [key, own] of networks) {
    const name = key.slice(0, key.lastIndexOf(' '))
    const distinct = new Set(own.map(({ visitor }) => visitor)).size
    totals.set(name, (totals.get(name) ?? 0) + Math.min(distinct, maxVisitorsPerNetwork))
  }
  return totals
}

async function counted(cards: number[]): Promise<Map<string, number>> {
  const { results } = await env.ANALYTICS.prepare(
    `select card_id || ' ' || day as name, visitors,
       (select count(*) from card_visitors where card_id = card_days.card_id and day = card_days.day) as stored
     from card_days where card_id in (select value from json_each(?))`,
  )
    .bind(JSON.stringify(cards))
    .all<{ name: string; visitors: number; stored: number }>()
  for (const { visitors, stored } of results) expect(stored).toBe(visitors)
  return new Map(results.map(({ name, visitors }) => [name, visitors]))
}

async function empty(): Promise<void> {
  await env.ANALYTICS.batch(
    ['card_views', 'card_days', 'card_visitors'].map((table) =>
      env.ANALYTICS.prepare(`delete from ${table}`),
    ),
  )
}

test('a network counts at most 100 visitors per card and day, for any stream, repeated, reordered and recorded concurrently', async () => {
  const cards = [(await makeCard()).id, (await makeCard()).id]
  const delivery = fc.infiniteStream(fc.nat())
  await fc.assert(
    fc.asyncProperty(stream, delivery, async (crowds, numbers) => {
      await empty()
      const events = eventsOf(crowds, cards)
      const next = () => numbers.next().value ?? 0
      const repeated = [...events, ...events].sort(() => (next() % 2) - 0.5)
      while (repeated.length > 0)
        await Promise.all(
          Array.from({ length: 1 + (next() % 3) }, () =>
            recordEvents(env, repeated.splice(0, 1 + (next() % 400))),
          ),
        )
      expect(await counted(cards)).toEqual(expectedVisitors(events))
      expect(await verifyRollups(env, midnight)).toEqual([])
    }),
    { numRuns },
  )
  await empty()
})

test('visitors with a hash of an older release, without a network, are counted one by one', async () => {
  const card = await makeCard()
  const events = Array.from({ length: 150 }, (_, index) =>
    makeEvent({ cardId: card.id, at: midnight, visitor: `${index}-of-old`.padStart(22, 'x') }),
  )
  const random = events.map((event, index) => ({
    ...event,
    visitor: `${index}`.padStart(8, 'r') + (event.visitor ?? '').slice(8),
  }))
  await recordEvents(env, random)
  expect((await counted([card.id])).get(`${card.id} ${midnight / dayMs}`)).toBe(150)
})
