/**
 * Verifies and repairs rollups: recounts every day of every card and share point from its events, and every fortnight from
 * its days.
 */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/failures.ts'
import { dateText, dayMs } from '../platform/time.ts'
import { countNew, type Day, type Days, noDays, packCounts, prefixLength } from './rollup-counts.ts'
import { recomputeFortnights, verifyFortnights } from './rollup-fortnights.ts'
import { analyticsDatabases, analyticsOf } from './shards.ts'

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

type PointTotals = {
  views: number
  clicks: number
  saves: number
  firstAt: number | null
  lastAt: number | null
  counts: Record<string, number>
}
/** A stored day of a share point. */
type StoredPointDay = PointTotals & { cardId: number; code: string; day: number }
type Recounted = { cardId: number; since: number; counted: Days }

const noPointTotals: PointTotals = {
  views: 0,
  clicks: 0,
  saves: 0,
  firstAt: null,
  lastAt: null,
  counts: {},
}

/** The days of a card's share points that differ from their events. */
async function differingPointDays(
  { DB }: Bindings,
  db: D1Database,
  { cardId, since, counted }: Recounted,
): Promise<{ day: number; what: string; counted: StoredPointDay }[]> {
  // Earlier releases stored the codes of no share point, too.
  const codes = await codesOf(DB, cardId)
  const recounted = new Map(
    [...counted.pointDays.values()]
      .filter(({ code }) => codes.has(code))
      .map((one) => [keyOf(one), { ...one, counts: packCounts(one.counts) }]),
  )
  const stored = new Map(
    (await storedPointDays(db, cardId, since))
      .filter(({ code }) => codes.has(code))
      .map((one) => [keyOf(one), one]),
  )
  return [...new Map([...stored, ...recounted]).entries()].flatMap(([key, { code, day }]) => {
    const known = totalsOf(recounted.get(key))
    const what = difference(totalsOf(stored.get(key)), known)
    return what
      ? [{ day, what: `share point ${code}, ${what}`, counted: { cardId, code, day, ...known } }]
      : []
  })
}

function keyOf({ code, day }: Pick<StoredPointDay, 'code' | 'day'>): string {
  return `${code} ${day}`
}

function totalsOf({
  views,
  clicks,
  saves,
  firstAt,
  lastAt,
  counts,
}: PointTotals = noPointTotals): PointTotals {
  return { views, clicks, saves, firstAt, lastAt, counts }
}

async function codesOf(db: D1Database, cardId: number): Promise<Set<string>> {
  const { results } = await db
    .prepare('select code from share_points where card_id = ?')
    .bind(cardId)
    .all<{ code: string }>()
  return new Set(results.map(({ code }) => code))
}

async function storedPointDays(
  db: D1Database,
  cardId: number,
  since: number,
): Promise<StoredPointDay[]> {
  const { results } = await db
    .prepare(
      `select card_id as cardId, code, day, views, clicks, saves, first_at as firstAt, last_at as lastAt, counts
       from share_point_days where card_id = ? and day >= ?`,
    )
    .bind(cardId, since)
    .all<Omit<StoredPointDay, 'counts'> & { counts: string }>()
  return results.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) }))
}

/** Replaces the stored totals of these days. */
async function replacePointDays(db: D1Database, days: StoredPointDay[]): Promise<void> {
  const rows = days.map((one) => [
    ...[one.cardId, one.code, one.day, one.views, one.clicks, one.saves, one.firstAt, one.lastAt],
    one.counts,
  ])
  const statement = db
    .prepare(
      `insert or replace into share_point_days (card_id, code, day, views, clicks, saves, first_at, last_at, counts)
       select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value -> 8
       from json_each(?1)`,
    )
    .bind(JSON.stringify(rows))
  await repeatable(() => statement.run())
}

type Compared = Record<string, number | null | Record<string, number>>

/** What differs first; undefined if nothing does. */
function difference(stored: Compared, counted: Compared): string | undefined {
  for (const [name, total] of Object.entries(stored)) {
    const other = counted[name]
    if (total !== null && typeof total === 'object' && other && typeof other === 'object') {
      const what = differingKey(fold(total, other), fold(other, total))
      if (what) return what
    } else if (total !== other) return `${name}: total ${total}, events ${other}`
  }
  return undefined
}

function differingKey(left: Map<string, number>, right: Map<string, number>): string | undefined {
  const key = [...left.keys(), ...right.keys()].find((name) => left.get(name) !== right.get(name))
  return key && `${key}: total ${left.get(key) ?? 0}, events ${right.get(key) ?? 0}`
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
