import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { readPage } from '../analytics/event-feed.ts'
import { dayMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { readArchivedDay } from '../testing/archive.ts'
import { makeEvent } from '../testing/events.ts'
import { recordPendingEvents, runJob } from '../testing/run-job.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { consume } from '../tracking/consumer.ts'
import { deleteCardEvents } from '../tracking/prune.ts'
import { recordEvents } from '../tracking/record.ts'
import {
  analyticsDatabases,
  analyticsOf,
  configuredDatabases,
  databaseNamed,
  findMisplacedShards,
  shardOf,
} from '../tracking/shards.ts'
import { verifyRollups } from '../tracking/verify-rollups.ts'
import { deleteMovedShards, move, planMoves } from './reshard.ts'
import { listCardTables } from './tables.ts'

const second = databaseNamed(env, 'ANALYTICS_2')
const split = { ...env, ANALYTICS_SHARDS: '0-7 ANALYTICS, 8-15 ANALYTICS_2' }

beforeEach(async () => {
  for (const db of [env.ANALYTICS, second]) {
    const tables = [...(await listCardTables(db)).map(({ name }) => name), 'shard_moves']
    for (const table of [...tables, 'event_inbox', 'archive_days'])
      await db.prepare(`delete from ${table}`).run()
  }
})

/** Makes a card on every shard. */
async function makeCards(): Promise<number[]> {
  const cards: number[] = []
  for (let shard = 0; shard < 16; shard += 1) cards.push((await makeCard()).id)
  return cards
}

/** Delivers one message of events to the consumer; returns whether it was acknowledged. */
async function deliver(events: ReturnType<typeof makeEvent>[], bindings = env): Promise<boolean> {
  let isAcked = false
  const ack = () => {
    isAcked = true
  }
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, ack }
  const body = { v: 2, events }
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } }
  const batch = { ackAll: ack, retryAll: () => {}, metadata, queue: 'edgecard-events' }
  await consume({ ...batch, messages: [{ ...message, body, retry: () => {} }] }, bindings)
  return isAcked
}

async function viewsIn(db: D1Database, cards: number[]) {
  const { results } = await db
    .prepare(
      'select card_id as card, sum(views) as views from card_days where card_id in (select value from json_each(?)) group by 1',
    )
    .bind(JSON.stringify(cards))
    .all<{ card: number; views: number }>()
  return new Map(results.map(({ card, views }) => [card, views]))
}

async function moveAll(bindings: typeof env) {
  const proofs = []
  for (const each of await planMoves(bindings)) proofs.push(...(await move(bindings, each)))
  return proofs
}

test('ANALYTICS_SHARDS maps cards to databases', () => {
  expect(new Set(configuredDatabases({}))).toEqual(new Set(['ANALYTICS']))
  expect([analyticsOf(split, 16), analyticsOf(split, 31)]).toEqual([env.ANALYTICS, second])
  expect(analyticsDatabases(env)).toEqual([env.ANALYTICS, second])
  const mistakes = '0-7 ANALYTICS; 0-15 ANALYTICS, 3 ANALYTICS_2; 0-15 DB; all; 0-16 ANALYTICS'
  for (const wrong of mistakes.split('; '))
    expect(() => configuredDatabases({ ANALYTICS_SHARDS: wrong }), wrong).toThrow(
      'ANALYTICS_SHARDS',
    )
  expect(() => analyticsOf({ ...env, ANALYTICS_SHARDS: '0-15 ANALYTICS_9' }, 1)).toThrow(
    'ANALYTICS_9, which is no database',
  )
})

test('moved shards are complete and verified, receive their events, and are deleted from the old database', async () => {
  const cards = await makeCards()
  const points = new Map<number, string>()
  for (const cardId of cards) points.set(cardId, (await makeSharePoint({ cardId })).code)
  const events = cards.flatMap((cardId) =>
    Array.from({ length: 40 }, (_, index) =>
      makeEvent({
        cardId,
        source: index % 2 ? 'link' : (points.get(cardId) ?? ''),
        at: Date.now() - index * dayMs,
        visitor: `v${index % 5}`,
        dwellMs: index,
      }),
    ),
  )
  await recordEvents(env, events)
  const before = await viewsIn(env.ANALYTICS, cards)
  const proofs = await moveAll(split)
  expect(proofs.find(({ table }) => table === 'card_views')).toMatchObject({ rows: 320 })
  expect(proofs.find(({ table }) => table === 'share_point_days')).toMatchObject({ rows: 160 })
  expect(await planMoves(split)).toEqual([])
  const away = cards.filter((id) => shardOf(id) >= 8)
  expect(await viewsIn(second, cards)).toEqual(new Map(away.map((id) => [id, before.get(id)])))
  // The same events again, and new ones, with the new configuration.
  await recordEvents(split, [...events, ...cards.map((cardId) => makeEvent({ cardId }))])
  expect(await deleteMovedShards(split)).toBeGreaterThan(0)
  const stay = cards.filter((id) => shardOf(id) < 8)
  expect([...(await viewsIn(env.ANALYTICS, cards)).keys()]).toEqual(stay)
  for (const id of cards) expect((await viewsIn(analyticsOf(split, id), [id])).get(id)).toBe(41)
  expect(await verifyRollups(split)).toEqual([])
  expect(await deleteMovedShards(split)).toBe(0)
  // And back.
  await moveAll(env)
  expect(await deleteMovedShards(env)).toBeGreaterThan(0)
  expect([...(await viewsIn(env.ANALYTICS, cards)).values()]).toEqual(Array(16).fill(41))
  expect((await viewsIn(second, cards)).size).toBe(0)
})

/** The databases, where the numbered statement fails as if the process had been killed. */
function killedAt(count: number): typeof env {
  let left = count
  const watched = (db: D1Database): D1Database =>
    new Proxy(db, {
      get(target, name) {
        if (name === 'prepare') {
          left -= 1
          if (left <= 0) throw new Error('killed')
        }
        return Reflect.get(target, name).bind(target)
      },
    })
  return { ...split, ANALYTICS: watched(env.ANALYTICS), ...{ ANALYTICS_2: watched(second) } }
}

test('a move killed at any step counts concurrent events once', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const cards = (await makeCards()).filter((_, index) => index % 4 === 0)
  let sent = 0
  const arrive = async (bindings: typeof env) => {
    const events = cards.map((cardId, index) => makeEvent({ cardId, visitor: `v${sent + index}` }))
    expect(await deliver(events, bindings)).toBe(true)
    if (sent % 3 === 0) await deliver(events, bindings)
    sent += 1
  }
  const steps = fc.array(fc.integer({ min: 1, max: 45 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (kills, back) => {
      const to = back ? env : split
      for (const at of kills) {
        const dying = { ...killedAt(at), ANALYTICS_SHARDS: to.ANALYTICS_SHARDS }
        await Promise.all([moveAll(dying).catch(() => {}), arrive(env), arrive(split)])
        await recordPendingEvents(at % 2 ? env : split)
      }
      // Workers with the old and the new configuration run at the same time.
      await Promise.all([moveAll(to), arrive(env), arrive(split)])
      await recordPendingEvents(to)
      if (kills.length % 2) await deleteMovedShards(to)
      expect(await findMisplacedShards(to)).toEqual(new Set())
      const total = await Promise.all(cards.map((id) => viewsIn(analyticsOf(to, id), [id])))
      expect(total.flatMap((views) => [...views.values()])).toEqual(Array(4).fill(sent))
      expect(await verifyRollups(to)).toEqual([])
    }),
    { numRuns: 2 },
  )
  error.mockRestore()
})

test('a canceled move leaves the cards where they are', async () => {
  const [card = 0] = await makeCards()
  await recordEvents(env, [makeEvent({ cardId: card })])
  const moves = await planMoves({ ...env, ANALYTICS_SHARDS: '0-15 ANALYTICS_2' })
  await expect(
    move(
      { ...killedAt(12), ANALYTICS_SHARDS: '0-15 ANALYTICS_2' },
      moves[0] ?? { from: '', to: '', shards: [] },
    ),
  ).rejects.toThrow('killed')
  expect((await findMisplacedShards(env)).size).toBe(16)
  await moveAll(env)
  expect((await findMisplacedShards(env)).size).toBe(0)
  await recordEvents(env, [makeEvent({ cardId: card })])
  expect((await viewsIn(env.ANALYTICS, [card])).get(card)).toBe(2)
})

test('during a move no card is erased and nothing archived; afterwards the archive has each event once', async () => {
  const cards = await makeCards()
  const at = Date.now() - 2 * dayMs
  const early = { ...env, ANALYTICS_SHARDS: '0-15 ANALYTICS_2' }
  const cardsIn = async (database: string) =>
    (await readArchivedDay(at, database))?.map(({ card_id }) => card_id)
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
  await recordEvents(
    env,
    cards.map((cardId) => makeEvent({ cardId, at })),
  )
  expect(await deleteCardEvents(early, cards[0] ?? 0)).toBe('wait')
  await runJob(early, 'archiveEvents')
  expect(await cardsIn('ANALYTICS')).toBeUndefined()
  await runJob(env, 'archiveEvents')
  expect(await cardsIn('ANALYTICS')).toEqual(sorted(cards))
  await moveAll(split)
  await runJob(split, 'archiveEvents')
  const own = (first: boolean) => sorted(cards.filter((id) => shardOf(id) < 8 === first))
  expect(await cardsIn('ANALYTICS')).toEqual(own(true))
  expect(await cardsIn('ANALYTICS_2')).toEqual(own(false))
  await moveAll(early)
  await runJob(early, 'archiveEvents')
  expect(await cardsIn('ANALYTICS')).toEqual([])
  expect(await cardsIn('ANALYTICS_2')).toEqual(sorted(cards))
  expect(await deleteCardEvents(early, cards[0] ?? 0)).toBe('done')
})

test('during a move nothing is pruned; afterwards expired events are deleted', async () => {
  const cards = await makeCards()
  const expired = cards.map((cardId) => makeEvent({ cardId, at: Date.now() - 800 * dayMs }))
  await recordEvents(env, expired)
  // As if every day were archived.
  await env.ANALYTICS.exec(
    'with recursive days (day) as (select unixepoch() / 86400 - 900 union all select day + 1 from days where day < unixepoch() / 86400 - 1) insert into archive_days (day, stale) select day, 0 from days',
  )
  const countViews = () => env.ANALYTICS.prepare('select count(*) as n from card_views').first('n')
  const away = { ANALYTICS_SHARDS: '0-15 ANALYTICS_2' }
  await expect(moveAll({ ...killedAt(12), ...away })).rejects.toThrow('killed')
  await runJob({ ...env, ...away }, 'pruneEvents')
  expect(await countViews()).toBe(cards.length)
  await moveAll(env)
  await runJob(env, 'pruneEvents')
  expect(await countViews()).toBe(0)
})

test('events delayed by a move reach API clients that had read past them', async () => {
  const cards = await makeCards()
  const card = cards.find((id) => shardOf(id) >= 8) ?? 0
  const position = { key: [Date.now() - 120_000, '', 0] as const, seq: 0, entry: 0 }
  const moving = { ...env, ANALYTICS_SHARDS: '0-15 ANALYTICS_2' }
  expect(await deliver([makeEvent({ cardId: card, at: Date.now() - 300_000 })], moving)).toBe(true)
  expect((await viewsIn(second, cards)).size).toBe(0)
  await moveAll(split)
  await recordPendingEvents(split)
  const page = await readPage(split, {
    cardId: card,
    position: { ...position, key: [...position.key] },
    limit: 10,
  })
  expect(page.events).toHaveLength(1)
})
