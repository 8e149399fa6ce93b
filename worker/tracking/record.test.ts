import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CardEvent } from '../../schema/tracking/event.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent as makeEventNow } from '../testing/events.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from './record.ts'
import { verifyRollups } from './verify-rollups.ts'

const midnight = Date.UTC(2026, 10, 20)

function makeEvent(fields: Partial<CardEvent> & { cardId: number }): CardEvent {
  return makeEventNow({ at: midnight, ...fields })
}

type Visit = Pick<CardEvent, 'kind' | 'cardId' | 'at' | 'id'> & { dwells: number[] }

const tables = [
  ...['card_views', 'card_clicks', 'card_saves'],
  ...['card_days', 'share_point_days', 'card_visitors'],
]

/** All stored rows, with parsed maps, because the order of their keys does not matter. */
async function contents() {
  const batches = await env.ANALYTICS.batch<Record<string, unknown>>(
    tables.map((table) => env.ANALYTICS.prepare(`select * from ${table} order by 1, 2, 3`)),
  )
  return batches.map(({ results }) =>
    results.map((row) => ({
      ...row,
      counts: parse(row.counts),
      point_hours: parse(row.point_hours),
    })),
  )
}

function parse(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : text
}

async function empty() {
  await env.ANALYTICS.batch(tables.map((table) => env.ANALYTICS.prepare(`delete from ${table}`)))
}

async function dayRows(cardId: number) {
  const { results } = await env.ANALYTICS.prepare(
    'select day, views, visitors, counts from card_days where card_id = ? order by day',
  )
    .bind(cardId)
    .all<{ day: number; views: number; visitors: number; counts: string }>()
  return results.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) }))
}

test('any order, repeats and batches of a stream result in the same tables', async () => {
  const cards = [
    (await makeCard({ socialLinks: { linkedin: 'https://example.com' } })).id,
    (await makeCard({ state: 'draft' })).id,
    1_999_999_999,
  ]
  const points = await Promise.all(
    [0, 0, 1].map((at) => makeSharePoint({ cardId: cards[at] ?? 0 })),
  )
  const event = fc.record({
    kind: fc.constantFrom('view', 'click', 'save'),
    cardId: fc.constantFrom(...cards),
    at: fc.integer({ min: midnight - 3, max: midnight + 3 }),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    dwells: fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 3 }),
  })
  const stream = fc.uniqueArray(event, {
    minLength: 1,
    maxLength: 25,
    selector: ({ kind, cardId, at, id }) => `${kind} ${cardId} ${at} ${id}`,
  })
  // All fields besides the key are a function of it, as in real repeats of an event.
  const repeats = ({ dwells, ...key }: Visit): CardEvent[] => {
    const salt = (key.at + key.id.charCodeAt(0)) % 5
    return dwells.map((dwellMs) =>
      makeEvent({
        ...key,
        dwellMs: key.kind === 'view' ? dwellMs : 0,
        linkType: key.kind === 'click' ? 'social' : '',
        linkId: key.kind === 'click' ? (salt === 0 ? 'nowhere' : 'linkedin') : '',
        visitor: salt < 2 ? null : `visitor-${salt}`,
        leftOut: salt === 1 ? 'bot' : null,
        place: salt === 3 ? 'FR|"quoted" \\ place|Ü' : 'DE|Berlin|Berlin',
        source: points[salt]?.code ?? (salt === 4 ? 'qr' : 'link'),
      }),
    )
  }
  const delivery = fc.infiniteStream(fc.nat())
  await fc.assert(
    fc.asyncProperty(stream, delivery, async (events, numbers) => {
      const all = events.flatMap(repeats)
      await empty()
      await recordEvents(env, all)
      const once = await contents()
      await empty()
      const shuffled = [...all, ...all].sort(() => ((numbers.next().value ?? 0) % 2) - 0.5)
      while (shuffled.length > 0)
        await recordEvents(env, shuffled.splice(0, 1 + ((numbers.next().value ?? 0) % 9)))
      expect(await contents()).toEqual(once)
      expect(await verifyRollups(env, midnight)).toEqual([])
    }),
    { numRuns: 12 },
  )
  await empty()
})

test('recordEvents counts an event once when several consumers record it concurrently', async () => {
  const card = await makeCard()
  const events = Array.from({ length: 60 }, (_, index) =>
    makeEvent({ cardId: card.id, dwellMs: index * 10, visitor: `v${index % 7}` }),
  )
  await Promise.all([
    recordEvents(env, events.slice(0, 40)),
    recordEvents(env, events.slice(20)),
    recordEvents(env, [...events].reverse()),
    recordEvents(
      env,
      events.map((event) => ({ ...event, dwellMs: event.dwellMs + 5 })),
    ),
  ])
  expect(await dayRows(card.id)).toMatchObject([{ views: 60, visitors: 7 }])
  expect(await verifyRollups(env, midnight)).toEqual([])
})

test('recordEvents stores the longest dwell time, in any order of messages', async () => {
  const card = await makeCard()
  const open = makeEvent({ cardId: card.id })
  for (const dwellMs of [7000, 0, 3000, 9000]) await recordEvents(env, [{ ...open, dwellMs }])
  expect((await dayRows(card.id))[0]).toMatchObject({ views: 1, counts: { vt: 9000, vm: 1 } })
})

test('recordEvents assigns the last millisecond of a UTC day and the first of the next to different days', async () => {
  const card = await makeCard()
  await recordEvents(env, [
    makeEvent({ cardId: card.id, at: midnight - 1 }),
    makeEvent({ cardId: card.id, at: midnight }),
  ])
  expect(await dayRows(card.id)).toMatchObject([
    { day: midnight / 86_400_000 - 1, counts: { vh23: 1 } },
    { day: midnight / 86_400_000, counts: { vh0: 1 } },
  ])
})

test('recordEvents stores at most 200 places a day and counts the rest as Other', async () => {
  const card = await makeCard()
  const at = (index: number) => makeEvent({ cardId: card.id, place: `DE|Region|City ${index}` })
  for (let start = 0; start < 600; start += 60)
    await recordEvents(
      env,
      Array.from({ length: 60 }, (_, index) => at(start + index)),
    )
  const [row] = await dayRows(card.id)
  const places = Object.entries<number>(row?.counts).filter(([key]) => key.startsWith('vp'))
  expect(places.length).toBeLessThanOrEqual(201)
  expect(places.reduce((sum, [, count]) => sum + count, 0)).toBe(600)
  expect(row?.counts.vpOther).toBeGreaterThanOrEqual(399)
  expect(await verifyRollups(env, midnight)).toEqual([])
})

test('recordEvents keeps named sources among 300 share points, and counts made up codes as one', async () => {
  const card = await makeCard()
  const points = await Promise.all(
    Array.from({ length: 300 }, () => makeSharePoint({ cardId: card.id })),
  )
  const invented = points.map(({ code }) =>
    code.replace(/./g, (digit) => `ABCDEFGH`[+digit - 2] ?? ''),
  )
  const foreign = await makeSharePoint({ cardId: (await makeCard()).id })
  const codes = [...points.map(({ code }) => code), ...invented, foreign.code]
  const named = ['qr', 'link', 'nfc', 'share', 'signature'].map((source) =>
    makeEvent({ cardId: card.id, source }),
  )
  await recordEvents(
    env,
    codes.map((source) => makeEvent({ cardId: card.id, source })),
  )
  for (const event of named) await recordEvents(env, [event])
  await recordEvents(
    env,
    named.map((event) => ({ ...event, id: `again-${event.source}` })),
  )
  const [row] = await dayRows(card.id)
  const sources = Object.keys(row?.counts).filter((key) => key.startsWith('vs'))
  expect(sources.length).toBeLessThanOrEqual(201)
  expect(row?.counts).toMatchObject({ vsqr: 2, vslink: 2, vsnfc: 2, vsshare: 2, vssignature: 2 })
  expect(row?.counts.vsunknown).toBe(301)
  expect(await verifyRollups(env, midnight)).toEqual([])
})

test('recordEvents writes one row per event and one per day of a card and of a share point', async () => {
  const cards = await Promise.all(Array.from({ length: 4 }, () => makeCard()))
  const batch = (events: CardEvent[]) => rowsWritten(() => recordEvents(counting, events))
  let written = 0
  const analytics = new Proxy(env.ANALYTICS, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements)
        for (const { meta } of results) written += meta.rows_written
        return results
      }
    },
  })
  const counting = { ...env, ANALYTICS: analytics }
  const rowsWritten = async (work: () => Promise<void>) => {
    written = 0
    await work()
    return written
  }
  // Recorded at once: late events would add another row per card.
  vi.useFakeTimers({ toFake: ['Date'], now: midnight })
  onTestFinished(() => void vi.useRealTimers())
  const cardId = cards[0]?.id ?? 0
  const points = await Promise.all(Array.from({ length: 20 }, () => makeSharePoint({ cardId })))
  const hot = Array.from({ length: 500 }, (_, index) =>
    makeEvent({ cardId, network: `net${index % 40}`, source: points[index % 20]?.code ?? '' }),
  )
  expect(await batch(hot)).toBe(521)
  expect(await batch(hot)).toBe(0)
  expect(await batch(cards.slice(1).map(({ id }) => makeEvent({ cardId: id })))).toBe(6)
})

test('verifyRollups finds a rollup that differs from its events', async () => {
  const card = await makeCard()
  await recordEvents(env, [makeEvent({ cardId: card.id })])
  const change = (sql: string) => env.ANALYTICS.prepare(sql).bind(card.id).run()
  await change('update card_days set views = 2 where card_id = ?')
  expect(await verifyRollups(env, midnight)).toEqual([
    { cardId: card.id, day: '2026-11-20', what: 'views: total 2, events 1' },
  ])
  await change(
    `update card_days set views = 1, counts = json_set(counts, '$.vh0', 3) where card_id = ?`,
  )
  expect(await verifyRollups(env, midnight)).toMatchObject([{ what: 'vh0: total 3, events 1' }])
  await change('delete from card_days where card_id = ?')
  expect(await verifyRollups(env, midnight)).toMatchObject([{ what: 'views: total 0, events 1' }])
  await empty()
})
