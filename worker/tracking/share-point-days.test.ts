import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { CardEvent } from '../../schema/tracking/event.ts'
import { makeCard } from '../testing/app.ts'
import { makeEvent as makeEventNow } from '../testing/events.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from './record.ts'
import { repairRollups, verifyRollups } from './verify-rollups.ts'

const midnight = Date.UTC(2026, 10, 20)

function makeEvent(fields: Partial<CardEvent> & { cardId: number }): CardEvent {
  return makeEventNow({ at: midnight, ...fields })
}

test('days of share points are verified and repaired, also where earlier releases recorded without them', async () => {
  const card = await makeCard()
  const { code } = await makeSharePoint({ cardId: card.id })
  await recordEvents(env, [
    makeEvent({ cardId: card.id, source: code, at: midnight + 9, dwellMs: 7 }),
    makeEvent({ cardId: card.id, source: code, at: midnight + 5, kind: 'save' }),
    makeEvent({ cardId: card.id, source: code, leftOut: 'own' }),
  ])
  const row = `card_id = ${card.id}`
  const stored = () => env.ANALYTICS.prepare(`select * from share_point_days where ${row}`).all()
  const before = await stored()
  expect(before.results).toMatchObject([
    {
      ...{ card_id: card.id, code, views: 1, clicks: 0, saves: 1 },
      ...{ first_at: midnight + 5, last_at: midnight + 9 },
    },
  ])
  const broken = async (sql: string, what: string) => {
    await env.ANALYTICS.exec(sql)
    expect(await verifyRollups(env, midnight)).toEqual([
      { cardId: card.id, day: '2026-11-20', what: `share point ${code}, ${what}` },
    ])
    expect(await repairRollups(env, midnight)).toBe(1)
    expect((await stored()).results).toEqual(before.results)
  }
  await broken(`update share_point_days set saves = 2 where ${row}`, 'saves: total 2, events 1')
  await broken(
    `update share_point_days set first_at = 1 where ${row}`,
    `firstAt: total 1, events ${midnight + 5}`,
  )
  await broken(
    `update share_point_days set counts = json_set(counts, '$.vt', 3) where ${row}`,
    'vt: total 3, events 7',
  )
  await broken(`delete from share_point_days where ${row}`, 'views: total 0, events 1')
  // A code that an earlier release took without checking it.
  await env.ANALYTICS.exec(`update card_saves set source = 'GUESSA' where ${row}`)
  expect(await verifyRollups(env, midnight)).toHaveLength(2)
  expect(await repairRollups(env, midnight)).toBe(2)
  expect((await stored()).results).toMatchObject([{ code, views: 1, saves: 0 }])
})

test('a leave lengthens the visit of the share point it was stored with', async () => {
  const card = await makeCard()
  const [first, second] = [
    await makeSharePoint({ cardId: card.id }),
    await makeSharePoint({ cardId: card.id }),
  ]
  const open = makeEvent({ cardId: card.id, source: first.code })
  await recordEvents(env, [open])
  await recordEvents(env, [{ ...open, source: second.code, dwellMs: 4000 }])
  const { results } = await env.ANALYTICS.prepare(
    "select code, views, counts ->> 'vt' as dwellMs from share_point_days where card_id = ?",
  )
    .bind(card.id)
    .all()
  expect(results).toEqual([{ code: first.code, views: 1, dwellMs: 4000 }])
  expect(await verifyRollups(env, midnight)).toEqual([])
})
