import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Burst } from '../../schema/analytics/figures.ts'
import { burstThreshold, type CardEvent, eventKinds } from '../../schema/tracking/event.ts'
import { readFigures } from '../analytics/figures.ts'
import { reportPeriod } from '../analytics/report-period.ts'
import { dayMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { runJob } from '../testing/run-job.ts'
import { recordEvents } from './record.ts'
import { repairRollups, verifyRollups } from './verify-rollups.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const numRuns = 6
let number = 0

/** Events of one network, received in one minute. */
type Rush = {
  cardId: number
  network: string
  amount: number
  at: number
  kind?: CardEvent['kind']
  daysBefore?: number
  leftOut?: CardEvent['leftOut']
}

function rush({ amount, at, daysBefore = 0, ...fields }: Rush): CardEvent[] {
  return Array.from({ length: amount }, () => {
    number += 1
    return makeEvent({
      ...fields,
      id: `rush-${number}`,
      at: at - daysBefore * dayMs,
      receivedAt: at,
    })
  })
}

async function burstsOf(cardIds: number[], now = noon + dayMs): Promise<Burst[]> {
  return (
    await readFigures(env, { cardIds }, reportPeriod({ periodName: 'year', zone: 'UTC', now }))
  ).bursts
}

async function rowOf(cardId: number) {
  return env.ANALYTICS.prepare('select views, bursts from card_days where card_id = ?')
    .bind(cardId)
    .first<{ views: number; bursts: string | null }>()
}

const rushes = fc.array(
  fc.record({
    kind: fc.constantFrom(...eventKinds),
    network: fc.constantFrom('aaaaa_', 'bbbbb-', 'ccccc.'.slice(0, 5)),
    minute: fc.nat(7),
    daysBefore: fc.constantFrom(0, 0, 1),
    amount: fc.constantFrom(1, 3, 50, 60, 99, 100, 101, 140),
    leftOut: fc.constantFrom(null, null, null, 'bot' as const),
  }),
  { minLength: 1, maxLength: 8 },
)

/** The expected bursts, counted from the events by kind, day, minute and network. */
function expectedBursts(events: CardEvent[]): Burst[] {
  const counting = events.filter(({ leftOut }) => leftOut === null)
  return eventKinds.flatMap((kind) => {
    const groups = Map.groupBy(
      counting.filter((event) => event.kind === kind),
      ({ at, receivedAt, network }) =>
        [Math.floor(at / dayMs), Math.floor(receivedAt / minute), network].join(),
    )
    const found = [...groups.values()]
      .filter(({ length }) => length >= burstThreshold)
      .map((own) => ({ size: own.length, at: Math.min(...own.map((each) => each.receivedAt)) }))
      .sort((a, b) => b.size - a.size || a.at - b.at)
    const [largest] = found
    if (!largest) return []
    return {
      kind: `${kind}s` as const,
      events: found.reduce((sum, { size }) => sum + size, 0),
      largest: largest.size,
      at: new Date(Math.floor(largest.at / minute) * minute).toISOString(),
    }
  })
}

async function empty(): Promise<void> {
  const tables = ['card_views', 'card_clicks', 'card_saves', 'card_days', 'card_fortnights']
  await env.ANALYTICS.batch(tables.map((table) => env.ANALYTICS.prepare(`delete from ${table}`)))
}

test('the report shows the exact bursts of any stream, repeated, reordered and recorded concurrently', async () => {
  const cardId = (await makeCard()).id
  const delivery = fc.infiniteStream(fc.nat())
  await fc.assert(
    fc.asyncProperty(rushes, delivery, async (stream, numbers) => {
      await empty()
      const events = stream.flatMap(({ minute: at, kind, ...fields }) =>
        rush({ ...fields, cardId, kind, at: noon + at * minute }).map((event) =>
          kind === 'click' ? { ...event, linkType: 'phone', linkId: 'primary' } : event,
        ),
      )
      const next = () => numbers.next().value ?? 0
      const repeated = [...events, ...events].sort(() => (next() % 2) - 0.5)
      while (repeated.length > 0)
        await Promise.all(
          Array.from({ length: 1 + (next() % 3) }, () =>
            recordEvents(env, repeated.splice(0, 1 + (next() % 300))),
          ),
        )
      expect(await burstsOf([cardId])).toEqual(expectedBursts(events))
      expect(await verifyRollups(env, noon)).toEqual([])
    }),
    { numRuns },
  )
  await empty()
})

test('excluded events are no burst, beside one of the same network and minute', async () => {
  const cardId = (await makeCard()).id
  const bots = rush({ cardId, network: 'flood_', amount: 140, at: noon, leftOut: 'bot' })
  await recordEvents(env, bots)
  expect(await burstsOf([cardId])).toEqual([])
  const visitors = rush({ cardId, network: 'flood_', amount: 120, at: noon })
  await recordEvents(env, visitors)
  expect(await burstsOf([cardId])).toEqual(expectedBursts(visitors))
  await empty()
})

test('bursts of a day are added up and included in the fortnight, while the row stays short', async () => {
  const cardId = (await makeCard()).id
  const events = Array.from({ length: 12 }, (_, index) => {
    const at = noon - dayMs + index * 20 * minute
    const amount = 100 + ((index * 7) % 12)
    return [
      ...rush({ cardId, network: 'flood_', amount, at }),
      // Ordinary traffic: 60 networks with up to three events each.
      ...Array.from({ length: 60 }, (_, of) =>
        rush({ cardId, network: `crowd${of}`, amount: 1 + (of % 3), at: at + minute }),
      ).flat(),
    ]
  }).flat()
  for (let start = 0; start < events.length; start += 90)
    await recordEvents(env, events.slice(start, start + 90))
  const bursts = await burstsOf([cardId])
  expect(bursts).toEqual(expectedBursts(events))
  expect(bursts).toMatchObject([{ events: 1266, largest: 111 }])
  expect((await rowOf(cardId))?.bursts?.length).toBeLessThan(1100)
  await runJob(env, 'sumFortnights', noon + 30 * dayMs)
  await env.ANALYTICS.prepare('delete from card_days where card_id = ?').bind(cardId).run()
  expect(await burstsOf([cardId], noon + 30 * dayMs)).toEqual(bursts)
  await empty()
})

test('a burst among 1,000 networks is found, and the row stays short', async () => {
  const cardId = (await makeCard()).id
  const crowd = Array.from({ length: 1000 }, (_, of) =>
    rush({ cardId, network: `n${of.toString(36)}`, amount: 1, at: noon }),
  ).flat()
  const flood = rush({ cardId, network: 'flood_', amount: 300, at: noon })
  const mixed = [...crowd, ...flood].sort((a, b) => (a.id.slice(-2) < b.id.slice(-2) ? -1 : 1))
  for (let start = 0; start < mixed.length; start += 130)
    await recordEvents(env, mixed.slice(start, start + 130))
  expect(await burstsOf([cardId])).toEqual(expectedBursts(flood))
  expect((await rowOf(cardId))?.bursts?.length).toBeLessThan(1100)
  const other = (await makeCard()).id
  await recordEvents(
    env,
    crowd.map((event) => ({ ...event, cardId: other })),
  )
  expect((await rowOf(other))?.bursts?.length).toBeLessThan(1100)
  await empty()
})

test('an account report shows the bursts of all cards, and fsck repairs keep them', async () => {
  const cards = [(await makeCard()).id, (await makeCard()).id]
  const events = cards.flatMap((cardId, index) =>
    rush({ cardId, network: 'flood_', amount: 150 + index, at: noon + index * minute }),
  )
  await recordEvents(env, events)
  const at = new Date(noon + minute).toISOString()
  const bursts = [{ kind: 'views', events: 301, largest: 151, at }]
  expect(await burstsOf(cards)).toEqual(bursts)
  await env.ANALYTICS.prepare('update card_days set views = 1 where card_id = ?')
    .bind(cards[0])
    .run()
  expect(await repairRollups(env, noon)).toBe(1)
  expect(await burstsOf(cards)).toEqual(bursts)
  await runJob(env, 'sumFortnights', noon + 30 * dayMs)
  expect(await verifyRollups(env, noon)).toEqual([])
  await env.ANALYTICS.prepare('update card_fortnights set bursts = null where card_id = ?')
    .bind(cards[1])
    .run()
  expect(await verifyRollups(env, noon)).toMatchObject([
    { cardId: cards[1], what: 'views in bursts: fortnight 0, days 151' },
  ])
  await empty()
})
