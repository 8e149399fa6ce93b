import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeframes } from '../../schema/analytics/figures.ts'
import { type CardTotals, readCardTotals } from '../analytics/card-totals.ts'
import { readFigures } from '../analytics/figures.ts'
import { reportPeriod } from '../analytics/report-period.ts'
import { dayMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { runJob } from '../testing/run-job.ts'
import { deleteCardEvents } from './prune.ts'
import { recordEvents } from './record.ts'
import { verifyRollups } from './verify-rollups.ts'

const now = Date.UTC(2026, 10, 20, 11)
const tables = ['card_views', 'card_clicks', 'card_saves', 'card_visitors', 'card_days']

async function fortnightsOf(cardId: number): Promise<number> {
  const count = 'select count(*) as value from card_fortnights where card_id = ?'
  return (await env.ANALYTICS.prepare(count).bind(cardId).first<number>('value')) ?? 0
}

async function empty(names = [...tables, 'card_fortnights']) {
  await env.ANALYTICS.batch(names.map((table) => env.ANALYTICS.prepare(`delete from ${table}`)))
}

test('reports are the same with and without fortnight rollups, whatever was recorded when', async () => {
  const cards = [(await makeCard()).id, (await makeCard()).id]
  const event = fc
    .record({
      kind: fc.constantFrom('view', 'save'),
      cardId: fc.constantFrom(...cards),
      hoursAgo: fc.oneof(fc.nat(60 * 24), fc.nat(900 * 24)),
      leftOut: fc.constantFrom(null, null, 'bot'),
      place: fc.constantFrom('DE|Berlin|Berlin', 'FR|"quoted" \\ place|Ü'),
      visitor: fc.constantFrom('a', 'b', null),
      dwellMs: fc.nat(9000),
    })
    .map(({ hoursAgo, ...fields }) =>
      makeEvent({
        ...fields,
        at: now - hoursAgo * 3_600_000,
        dwellMs: fields.kind === 'view' ? fields.dwellMs : 0,
      }),
    )
  const zone = fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago')
  // Fortnights are summed up to some day between the parts of the stream; the last part is recorded after that.
  const part = fc.record({
    events: fc.array(event, { minLength: 1, maxLength: 12 }),
    summedAgo: fc.nat(100),
  })
  const parts = fc.array(part, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(parts, fc.array(event), zone, async (stream, late, name) => {
      await empty()
      for (const { events, summedAgo } of stream) {
        await recordEvents(env, events)
        await runJob(env, 'sumFortnights', now - summedAgo * dayMs)
      }
      await recordEvents(env, [...late, ...stream.flatMap(({ events }) => events)])
      const since = { ...env, EVENT_RETENTION_DAYS: '2000' }
      expect(await verifyRollups(since, now)).toEqual([])
      const withSums = await everyReport(cards, name)
      await empty(['card_fortnights'])
      expect(await everyReport(cards, name)).toEqual(withSums)
    }),
    { numRuns: 5 },
  )
  await empty()
})

async function everyReport(cards: number[], zone: string) {
  const found: unknown[] = []
  for (const span of [...timeframes, 'daily', 'weekly', 'monthly', 'yearly'] as const) {
    const period = reportPeriod({ periodName: span === 'all' ? undefined : span, zone, now })
    const totals: Map<number, CardTotals> = await readCardTotals(env, cards, period.rollupDays)
    found.push([span, await readFigures(env, { cardIds: cards }, period), [...totals]])
  }
  return found
}

test('a fortnight is summed once it is over, and deleted with the events of its card', async () => {
  const card = await makeCard()
  const first = Math.floor(now / dayMs / 14) * 14 * dayMs
  await recordEvents(
    env,
    [-29, -3, 0].map((days) => makeEvent({ cardId: card.id, at: first + days * dayMs })),
  )
  await runJob(env, 'sumFortnights', first + 13 * dayMs)
  expect(await fortnightsOf(card.id)).toBe(2)
  await runJob(env, 'sumFortnights', first + 14 * dayMs)
  expect(await fortnightsOf(card.id)).toBe(2)
  for (let time = 0; time < 2; time += 1) await runJob(env, 'sumFortnights', first + 15 * dayMs)
  expect(await fortnightsOf(card.id)).toBe(3)
  await deleteCardEvents(env, card.id)
  expect(await fortnightsOf(card.id)).toBe(0)
})

test('verifyRollups finds a fortnight that is wrong, and one that is missing', async () => {
  const card = await makeCard()
  await recordEvents(
    env,
    [40, 80].map((ago) => makeEvent({ cardId: card.id, at: now - ago * dayMs })),
  )
  await runJob(env, 'sumFortnights', now)
  expect(await verifyRollups(env, now)).toEqual([])
  const change = (sql: string) => env.ANALYTICS.prepare(sql).bind(card.id).run()
  const one = 'where card_id = ? and fortnight = (select min(fortnight) from card_fortnights)'
  await change(
    `update card_fortnights set counts = json_set(counts, '$."vpDE|Berlin|Berlin"', 4) ${one}`,
  )
  expect(await verifyRollups(env, now)).toEqual([
    { cardId: card.id, day: '2026-08-27', what: 'vpDE|Berlin|Berlin: fortnight 4, days 1' },
  ])
  await change(`update card_fortnights set hours = '[263,9,0,0]', counts = '{}' ${one}`)
  expect(await verifyRollups(env, now)).toHaveLength(1)
  await change(`delete from card_fortnights ${one}`)
  expect(await verifyRollups(env, now)).toMatchObject([{ cardId: card.id, day: '2026-08-27' }])
  await empty()
})
