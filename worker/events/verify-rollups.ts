/**
 * Verifies and repairs rollups: recounts every day of every card from its events, and every fortnight from its days.
 */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { dateText, dayMs } from '../platform/time.ts'
import { countNew, type Day, dayOf } from './aggregate.ts'
import { packPointHours } from './point-hours.ts'
import { packCounts, prefixLength } from './rollup-counts.ts'
import { recomputeFortnights } from './rollup-fortnights.ts'
import { analyticsDatabases, analyticsOf } from './shards.ts'
import { verifyFortnights } from './verify-fortnights.ts'

const pageSize = 5000

/** A day of a card, or a fortnight by its first day, whose rollup differs from its events or days. */
type Difference = { cardId: number; day: string; what: string }

/** Returns the rollups that differ from what they sum. Days with deleted events are not checked. */
export async function verifyRollups(env: Bindings, now = Date.now()): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const { db, cardId, differing } of recountEachCard(env, now)) {
    for (const { day, what } of differing) found.push({ cardId, day: dateText(day), what })
    for (const { day, what } of await verifyFortnights(db, cardId))
      found.push({ cardId, day: dateText(day), what })
  }
  return found
}

/** Rewrites those rollups and returns their number. Nothing else may write to the databases meanwhile. */
export async function repairRollups(env: Bindings, now = Date.now()): Promise<number> {
  let repaired = 0
  for await (const { db, cardId, differing } of recountEachCard(env, now)) {
    for (const { day, counted } of differing) await writeDay(db, { cardId, day, ...counted })
    const fortnights = await verifyFortnights(db, cardId)
    const days = [...differing, ...fortnights].map(({ day }) => ({ cardId, day }))
    if (days.length > 0) await recomputeFortnights(db, days).run()
    repaired += days.length
  }
  return repaired
}

async function* recountEachCard(env: Bindings, now: number) {
  const since = Math.floor(now / dayMs) - Number(env.EVENT_RETENTION_DAYS) + 1
  for (const db of analyticsDatabases(env)) {
    const shardCards = (await listCards(db)).filter((cardId) => analyticsOf(env, cardId) === db)
    for (const cardId of shardCards)
      yield { db, cardId, differing: await differingDays(db, cardId, since) }
  }
}

async function differingDays(db: D1Database, cardId: number, since: number) {
  const counted = await recount(db, cardId, since)
  const stored = await storedDays(db, cardId, since)
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((day) => {
    const what = difference(stored.get(day), counted.get(day))
    return what ? [{ day, what, counted: counted.get(day) ?? noTotals }] : []
  })
}

async function writeDay(
  db: D1Database,
  { cardId, day, views, clicks, saves, ...sums }: Totals & { cardId: number; day: number },
): Promise<void> {
  await db
    .prepare(
      // Bursts are not recounted, because stored events have no network.
      `insert into card_days (card_id, day, views, clicks, saves, visitors, counts, point_hours)
         values (?, ?, ?, ?, ?, ?, ?, nullif(?, '{}'))
       on conflict (card_id, day) do update set views = excluded.views, clicks = excluded.clicks,
         saves = excluded.saves, visitors = excluded.visitors, counts = excluded.counts,
         point_hours = excluded.point_hours`,
    )
    .bind(
      ...[cardId, day, views, clicks, saves, sums.visitors],
      ...[JSON.stringify(sums.counts), JSON.stringify(sums.pointHours)],
    )
    .run()
}

type Totals = Pick<Day, 'views' | 'clicks' | 'saves'> & {
  visitors: number
  counts: Record<string, number>
  pointHours: Record<string, number>
}

async function listCards(db: D1Database): Promise<number[]> {
  const { results } = await db
    .prepare(
      `select card_id from (select card_id from card_days union select card_id from card_fortnights)
       union select card_id from card_views union select card_id from card_clicks
       union select card_id from card_saves union select card_id from card_visitors`,
    )
    .all<{ card_id: number }>()
  return results.map(({ card_id }) => card_id)
}

type StoredDay = Omit<Totals, 'counts' | 'pointHours'> & {
  day: number
  counts: string
  pointHours: string
}

async function storedDays(db: D1Database, cardId: number, since: number) {
  const { results } = await db
    .prepare(
      `select day, views, clicks, saves, visitors, counts, coalesce(point_hours, '{}') as pointHours
       from card_days where card_id = ? and day >= ?`,
    )
    .bind(cardId, since)
    .all<StoredDay>()
  return new Map<number, Totals>(
    results.map(({ day, counts, pointHours, ...totals }) => [
      day,
      { ...totals, counts: JSON.parse(counts), pointHours: JSON.parse(pointHours) },
    ]),
  )
}

async function recount(db: D1Database, cardId: number, since: number) {
  const days = new Map<string, Day>()
  for (const kind of eventKinds) {
    for await (const event of eventsOf(db, { kind, cardId, since }))
      countNew(dayOf(days, event), event)
  }
  const visitors = await visitorsOf(db, cardId, since)
  return new Map<number, Totals>(
    [...days.values()].map(({ day, views, clicks, saves, ...sums }) => [
      day,
      {
        ...{ views, clicks, saves, visitors: visitors.get(day) ?? 0 },
        counts: packCounts(sums.counts),
        pointHours: packPointHours(sums.pointHours) ?? {},
      },
    ]),
  )
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

const noTotals: Totals = {
  ...{ views: 0, clicks: 0, saves: 0, visitors: 0 },
  counts: {},
  pointHours: {},
}

function difference(stored = noTotals, counted = noTotals): string | undefined {
  for (const total of ['views', 'clicks', 'saves', 'visitors'] as const) {
    if (stored[total] !== counted[total])
      return `${total}: total ${stored[total]}, events ${counted[total]}`
  }
  return (
    differingKey(fold(stored.counts, counted.counts), fold(counted.counts, stored.counts)) ??
    differingKey(mapOf(stored.pointHours), mapOf(counted.pointHours))
  )
}

function differingKey(left: Map<string, number>, right: Map<string, number>): string | undefined {
  const key = [...left.keys(), ...right.keys()].find((name) => left.get(name) !== right.get(name))
  return key && `${key}: total ${left.get(key) ?? 0}, events ${right.get(key) ?? 0}`
}

function mapOf(counts: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(counts))
}

// Which values of a full dimension became `Other` depends on their order, so only the sum of such a dimension is
// compared.
function fold(counts: Record<string, number>, other: Record<string, number>): Map<string, number> {
  const folded = new Map<string, number>()
  for (const [key, count] of Object.entries(counts)) {
    const rest = `${key.slice(0, prefixLength)}Other`
    const name = rest in counts || rest in other ? rest : key
    folded.set(name, (folded.get(name) ?? 0) + count)
  }
  return folded
}
