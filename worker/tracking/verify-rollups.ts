/**
 * Verifies and repairs rollups: recounts every day of every card and share point from its events, and every fortnight from
 * its days.
 */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/repeatable.ts'
import { dateText, dayMs } from '../platform/time.ts'
import { countNew, type Day, type Days, noDays } from './aggregate.ts'
import { packCounts } from './rollup-counts.ts'
import { recomputeFortnights } from './rollup-fortnights.ts'
import { analyticsDatabases, analyticsOf } from './shards.ts'
import { difference } from './totals-difference.ts'
import { verifyFortnights } from './verify-fortnights.ts'
import { differingPointDays, replacePointDays } from './verify-point-days.ts'

const pageSize = 5000

/** A day of a card, or a fortnight by its first day, whose rollup differs from its events or days. */
type Difference = { cardId: number; day: string; what: string }

/** Returns the rollups that differ from what they sum. Days with deleted events are not checked. */
export async function verifyRollups(env: Bindings, now = Date.now()): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const { db, cardId, days, pointDays } of recountEachCard(env, now))
    for (const { day, what } of [...days, ...pointDays, ...(await verifyFortnights(db, cardId))])
      found.push({ cardId, day: dateText(day), what })
  return found
}

/** Rewrites those rollups and returns their number. Nothing else may write to the databases meanwhile. */
export async function repairRollups(env: Bindings, now = Date.now()): Promise<number> {
  let repaired = 0
  for await (const { db, cardId, days, pointDays } of recountEachCard(env, now)) {
    for (const { day, counted } of days) await writeDay(db, { cardId, day, ...counted })
    await replacePointDays(
      db,
      pointDays.map(({ counted }) => counted),
    )
    const fortnights = await verifyFortnights(db, cardId)
    const changed = [...days, ...fortnights].map(({ day }) => ({ cardId, day }))
    if (changed.length > 0) await repeatable(() => recomputeFortnights(db, changed).run())
    repaired += changed.length + pointDays.length
  }
  return repaired
}

async function* recountEachCard(env: Bindings, now: number) {
  const since = Math.floor(now / dayMs) - Number(env.EVENT_RETENTION_DAYS) + 1
  for (const db of analyticsDatabases(env)) {
    const shardCards = (await listCards(db)).filter((cardId) => analyticsOf(env, cardId) === db)
    for (const cardId of shardCards) {
      const counted = await recount(db, cardId, since)
      const days = await differingDays(db, { cardId, since, counted })
      const pointDays = await differingPointDays(env, db, { cardId, since, counted })
      yield { db, cardId, days, pointDays }
    }
  }
}

async function differingDays(
  db: D1Database,
  { cardId, since, counted }: { cardId: number; since: number; counted: Days },
) {
  const visitors = await visitorsOf(db, cardId, since)
  const recounted = new Map<number, Totals>(
    [...counted.days.values()].map(({ day, views, clicks, saves, counts }) => [
      day,
      { views, clicks, saves, visitors: visitors.get(day) ?? 0, counts: packCounts(counts) },
    ]),
  )
  const stored = await storedDays(db, cardId, since)
  return [...new Set([...recounted.keys(), ...stored.keys()])].flatMap((day) => {
    const known = recounted.get(day) ?? noTotals
    const what = difference(stored.get(day) ?? noTotals, known)
    return what ? [{ day, what, counted: known }] : []
  })
}

async function writeDay(
  db: D1Database,
  { cardId, day, views, clicks, saves, visitors, counts }: Totals & { cardId: number; day: number },
): Promise<void> {
  const statement = db
    .prepare(
      // Bursts are not recounted, because stored events have no network.
      `insert into card_days (card_id, day, views, clicks, saves, visitors, counts) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (card_id, day) do update set views = excluded.views, clicks = excluded.clicks,
         saves = excluded.saves, visitors = excluded.visitors, counts = excluded.counts`,
    )
    .bind(cardId, day, views, clicks, saves, visitors, JSON.stringify(counts))
  await repeatable(() => statement.run())
}

type Totals = Pick<Day, 'views' | 'clicks' | 'saves'> & {
  visitors: number
  counts: Record<string, number>
}

async function listCards(db: D1Database): Promise<number[]> {
  const { results } = await db
    .prepare(
      `select card_id from (select card_id from card_days union select card_id from card_fortnights union select card_id from share_point_days)
       union select card_id from card_views union select card_id from card_clicks
       union select card_id from card_saves union select card_id from card_visitors`,
    )
    .all<{ card_id: number }>()
  return results.map(({ card_id }) => card_id)
}

async function storedDays(db: D1Database, cardId: number, since: number) {
  const { results } = await db
    .prepare(
      'select day, views, clicks, saves, visitors, counts from card_days where card_id = ? and day >= ?',
    )
    .bind(cardId, since)
    .all<Omit<Totals, 'counts'> & { day: number; counts: string }>()
  return new Map<number, Totals>(
    results.map(({ day, counts, ...totals }) => [day, { ...totals, counts: JSON.parse(counts) }]),
  )
}

async function recount(db: D1Database, cardId: number, since: number): Promise<Days> {
  const counted = noDays()
  for (const kind of eventKinds) {
    for await (const event of eventsOf(db, { kind, cardId, since })) countNew(counted, event)
  }
  return counted
}

async function visitorsOf(db: D1Database, cardId: number, since: number) {
  const { results } = await db
    .prepare(
      'select day, count(*) as visitors from card_visitors where card_id = ? and day >= ? group by day',
    )
    .bind(cardId, since)
    .all<{ day: number; visitors: number }>()
  return new Map(results.map(({ day, visitors }) => [day, visitors]))
}

const columns = {
  view: `viewer_location as place, viewer_device as device, dwell_ms as dwellMs, '' as linkType, '' as linkId`,
  click: `clicker_location as place, clicker_device as device, 0 as dwellMs, link_type as linkType, link_id as linkId`,
  save: `saver_location as place, saver_device as device, 0 as dwellMs, '' as linkType, '' as linkId`,
}

type EventQuery = { kind: EventKind; cardId: number; since: number }

async function* eventsOf(db: D1Database, { kind, cardId, since }: EventQuery) {
  const select = `select card_id as cardId, timestamp as at, id, source, left_out as leftOut, ${columns[kind]}
    from card_${kind}s where card_id = ? and (timestamp, id) > (?, ?) order by timestamp, id limit ${pageSize}`
  let last = { at: since * dayMs - 1, id: '' }
  for (;;) {
    const { results } = await db
      .prepare(select)
      .bind(cardId, last.at, last.id)
      .all<Omit<CardEvent, 'kind'>>()
    // Rows have no visitor hash: visitors are counted from `card_visitors`.
    for (const row of results) yield { ...row, kind, visitor: null }
    const end = results.at(-1)
    if (!end || results.length < pageSize) return
    last = end
  }
}

const noTotals: Totals = { views: 0, clicks: 0, saves: 0, visitors: 0, counts: {} }
