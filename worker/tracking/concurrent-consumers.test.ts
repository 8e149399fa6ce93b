import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { CardEvent } from '../../schema/tracking/event.ts'
import { makeCard } from '../testing/app.ts'
import { deliverBatch, newMessage } from '../testing/deliver-batch.ts'
import { makeEvent } from '../testing/events.ts'
import { verifyRollups } from './verify-rollups.ts'

const consumers = 6
const rounds = 2
const visitsPerRound = 300

// The platform may deliver a message twice, also to two consumers at the same time.
test('six consumers that record the same card at once count each event once', async ({ task }) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { id: cardId } = await makeCard()
  const at = Date.now()
  let clicks = 0
  for (let round = 0; round < rounds; round += 1) {
    const opens = Array.from({ length: visitsPerRound }, (_, number) =>
      makeEvent({ cardId, at: at + (number % 50), visitor: `v${number % 90}` }),
    )
    const leaves = opens.map((open, number) => ({ ...open, dwellMs: 1000 + number }))
    const others = opens
      .filter((_, number) => number % 5 === 0)
      .map((open) => ({ ...open, kind: 'click' as const, linkType: 'phone', linkId: 'primary' }))
    clicks += others.length
    const all: CardEvent[] = [...opens, ...leaves, ...others]
    const messages = Array.from({ length: 40 }, (_, number) =>
      newMessage({ v: 2, events: all.filter((__, index) => index % 40 === number) }),
    )
    const share = (consumer: number) =>
      messages.filter((_, number) => number % consumers === consumer || number % 7 === consumer)
    const outcomes = await Promise.all(
      Array.from({ length: consumers }, (_, consumer) => deliverBatch(share(consumer))),
    )
    for (const { retried } of outcomes) expect(retried).toEqual([])
  }
  const day = await env.ANALYTICS.prepare(
    'select sum(views) as views, sum(clicks) as clicks from card_days where card_id = ?',
  )
    .bind(cardId)
    .first()
  expect(day).toEqual({ views: rounds * visitsPerRound, clicks })
  const dwell = await env.ANALYTICS.prepare(
    'select count(*) as rows, min(dwell_ms) as least from card_views where card_id = ?',
  )
    .bind(cardId)
    .first()
  expect(dwell).toEqual({ rows: rounds * visitsPerRound, least: 1000 })
  expect(await verifyRollups(env)).toEqual([])
  expect(await env.ANALYTICS.prepare('select count(*) as n from dead_events').first('n')).toBe(0)
  task.meta.proves = {
    what: 'events recorded by six consumers at once, many twice',
    cases: rounds * visitsPerRound * 2 + clicks,
  }
  warn.mockRestore()
})
