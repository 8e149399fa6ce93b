/**
 * Records visitor events: rows and rollups, in one transaction. A list is bound as one JSON value, because D1 binds at most
 * 100 values per statement.
 */
import { type CardEvent, eventKinds, maxVisitorsPerNetwork } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { countMinute, packMinutes, sumMinutesSql } from './bursts.ts'
import { markExclusions } from './exclusions.ts'
import { lateStatements } from './late-events.ts'
import {
  countDwell,
  countNew,
  type Day,
  daysOf,
  noDays,
  type PointDay,
  packCounts,
  sumOfCountsSql,
} from './rollup-counts.ts'
import { recomputeFortnights } from './rollup-fortnights.ts'
import { analyticsOf, shardGuardStatement } from './shards.ts'
import { networkLength } from './visitor.ts'

/** The maximum number of events per transaction. */
export const maxBatchSize = 1000
const maxAttempts = 6

/**
 * Records events, up to 1000 per transaction. Idempotent: repeats and any order give the same result. `alsoWrite` is
 * added to each transaction, so it is for events that fit in one.
 */
export async function recordEvents(
  env: Bindings,
  events: CardEvent[],
  alsoWrite: D1PreparedStatement[] = [],
): Promise<void> {
  const byDatabase = Map.groupBy(events.toSorted(compareEvents), ({ cardId }) =>
    analyticsOf(env, cardId),
  )
  for (const [db, shardEvents] of byDatabase)
    for (let start = 0; start < shardEvents.length; start += maxBatchSize)
      await recordBatch(env, {
        db,
        events: shardEvents.slice(start, start + maxBatchSize),
        alsoWrite,
      })
}

/** Sort order of the tables' keys, so that each page of the database is written once. */
export function compareEvents(a: CardEvent, b: CardEvent): number {
  return a.cardId - b.cardId || a.at - b.at
}

/** Records at most 1000 events of one database, sorted by `compareEvents`, in one transaction. */
export async function recordBatch(env: Bindings, { events, ...batch }: Batch): Promise<void> {
  await store(env, { ...batch, events: await markExclusions(env.DB, mergeRepeats(events)) })
}

type Batch = { db: D1Database; events: CardEvent[]; alsoWrite?: D1PreparedStatement[] }

// Rows are inserted without a check. If one exists already, the constraint rolls back the whole transaction, and the
// next attempt leaves out the stored events. So the rollups count exactly the rows inserted, under concurrent writes,
// too.
async function store(env: Bindings, { db, events, alsoWrite = [] }: Batch): Promise<void> {
  let stored = await findStored(
    db,
    events.filter((event) => event.dwellMs > 0),
  )
  for (let attempt = 1; ; attempt += 1) {
    const changes = aggregate(events, stored)
    const statements = [
      ...writeStatements(db, changes),
      ...lateStatements(env, db, changes),
      ...alsoWrite,
    ]
    if (statements.length === 0) return
    const failure = await db.batch([shardGuardStatement(env, db, events), ...statements]).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (!isAlreadyStored(failure) || attempt === maxAttempts) throw failure
    stored = await findStored(db, events)
  }
}

/** Merges repeats: returns each event once, in order, with the longest dwell time. */
function mergeRepeats(events: CardEvent[]): CardEvent[] {
  const merged = new Map<string, CardEvent>()
  for (const event of events) {
    const key = `${event.kind} ${event.cardId} ${event.at} ${event.id}`
    const known = merged.get(key)
    if (!known) merged.set(key, event)
    else if (event.dwellMs > known.dwellMs) merged.set(key, { ...known, dwellMs: event.dwellMs })
  }
  return [...merged.values()]
}

/** Returns the changes of the events. A stored event only adds the increase of its dwell time. */
function aggregate(events: CardEvent[], stored: Map<CardEvent, Stored>): Changes {
  const rows: CardEvent[] = []
  const longer: Longer[] = []
  const sums = noDays()
  for (const event of events) {
    const known = stored.get(event)
    if (!known) {
      rows.push(event)
      countMinute(countNew(sums, event).minutes, event)
    } else if (event.dwellMs > known.dwellMs) {
      longer.push({ event, before: known.dwellMs })
      // The row keeps its source, whatever the repeat says.
      if (known.leftOut === null)
        for (const { counts } of daysOf(sums, { ...event, source: known.source }))
          countDwell(counts, known.dwellMs, event.dwellMs)
    }
  }
  return { rows, longer, days: [...sums.days.values()], pointDays: [...sums.pointDays.values()] }
}

/** Rows to insert, visits with a longer dwell time, and what both add to each day of a card and of a share point. */
type Changes = { rows: CardEvent[]; longer: Longer[]; days: Day[]; pointDays: PointDay[] }
type Longer = { event: CardEvent; before: number }

/** The fields of a stored event that matter for a repeat. */
type Stored = { dwellMs: number; leftOut: string | null; source: string }

const common = ['card_id', 'timestamp', 'id', 'source', 'left_out', 'burst']

const tables = {
  view: {
    name: 'card_views',
    columns: [...common, 'viewer_location', 'viewer_device', 'dwell_ms'],
    address: 'viewer_ip',
    extraValues: (event: CardEvent) => [event.dwellMs],
  },
  click: {
    name: 'card_clicks',
    columns: [...common, 'clicker_location', 'clicker_device', 'link_type', 'link_id'],
    address: 'clicker_ip',
    extraValues: (event: CardEvent) => [event.linkType, event.linkId],
  },
  save: {
    name: 'card_saves',
    columns: [...common, 'saver_location', 'saver_device'],
    address: 'saver_ip',
    extraValues: () => [],
  },
}

/** Returns the events that are stored already. */
async function findStored(db: D1Database, events: CardEvent[]): Promise<Map<CardEvent, Stored>> {
  const byKind = eventKinds.flatMap((kind) => {
    const part = events.filter((event) => event.kind === kind)
    return part.length > 0 ? [{ kind, part }] : []
  })
  if (byKind.length === 0) return new Map()
  const batches = await db.batch<Stored & { at: number }>(
    byKind.map(({ kind, part }) =>
      db.prepare(findSql(kind)).bind(JSON.stringify(part.map((e) => [e.cardId, e.at, e.id]))),
    ),
  )
  const found = byKind.flatMap(({ part }, index) =>
    (batches[index]?.results ?? []).flatMap(({ at, ...stored }) => {
      const event = part[at]
      return event ? [[event, stored] as const] : []
    }),
  )
  return new Map(found)
}

function findSql(kind: keyof typeof tables): string {
  return `select asked.key as at, ${kind === 'view' ? 'row.dwell_ms' : '0'} as dwellMs, row.left_out as leftOut, row.source
    from jsonb_each(?1) as asked cross join ${tables[kind].name} as row
    on row.card_id = asked.value ->> 0 and row.timestamp = asked.value ->> 1 and row.id = asked.value ->> 2`
}

/**
 * Returns the statements of one transaction. It fails with `isAlreadyStored` if a row exists already or a dwell time
 * changed since it was read.
 */
function writeStatements(db: D1Database, changes: Changes): D1PreparedStatement[] {
  const { rows, longer, days, pointDays } = changes
  return [
    ...eventKinds.flatMap((kind) => insertRows(db, kind, rows)),
    ...(longer.length > 0 ? [lengthen(db, longer)] : []),
    ...(days.length > 0 ? [...addDays(db, days), recomputeFortnights(db, days)] : []),
    ...(pointDays.length > 0 ? [addPointDays(db, pointDays)] : []),
  ]
}

/** True if the transaction failed because an event is stored already or its dwell time changed. */
function isAlreadyStored(error: unknown): boolean {
  return (
    error instanceof Error &&
    /(UNIQUE|NOT NULL) constraint failed: card_(views|clicks|saves)\./.test(error.message)
  )
}

function insertRows(
  db: D1Database,
  kind: keyof typeof tables,
  events: CardEvent[],
): D1PreparedStatement[] {
  const { name, columns, address, extraValues } = tables[kind]
  const rows = events.flatMap((event) =>
    event.kind === kind ? [[...commonValues(event), ...extraValues(event)]] : [],
  )
  if (rows.length === 0) return []
  const values = columns.map((_, index) => `value ->> ${index}`)
  // The column of the address is NOT NULL, and stays empty.
  const sql = `insert into ${name} (${columns}, ${address}) select ${values}, '' from jsonb_each(?1)`
  return [db.prepare(sql).bind(JSON.stringify(rows))]
}

function commonValues({ cardId, at, id, source, leftOut, burst, place, device }: CardEvent) {
  return [cardId, at, id, source, leftOut, burst ? 1 : 0, place, device]
}

// Sets null, which violates NOT NULL, if the dwell time changed since it was read.
const lengthenSql = `update card_views set dwell_ms = iif(dwell_ms = longer.value ->> 3, longer.value ->> 4, null)
  from jsonb_each(?1) as longer
  where card_views.card_id = longer.value ->> 0 and card_views.timestamp = longer.value ->> 1
    and card_views.id = longer.value ->> 2`

function lengthen(db: D1Database, longer: Changes['longer']): D1PreparedStatement {
  const rows = longer.map(({ event: { cardId, at, id, dwellMs }, before }) => [
    cardId,
    at,
    id,
    before,
    dwellMs,
  ])
  return db.prepare(lengthenSql).bind(JSON.stringify(rows))
}

// The limit of visitors per network. Both statements below read the visitors stored before the batch, so they agree on
// how many of a network are added.
const isKnown = (card: string, day: string, visitor: string) => `exists (
  select 1 from card_visitors as known
  where known.card_id = ${card} and known.day = ${day} and known.visitor = ${visitor})`
const networkIn = (visitor: string) => `substr(${visitor}, 1, ${networkLength})`
const roomFor = (card: string, day: string, network: string) => `${maxVisitorsPerNetwork} - (
  select count(*) from card_visitors as known
  where known.card_id = ${card} and known.day = ${day} and known.visitor between ${network} and ${network} || '~')`

const addDaysSql = `
  insert into card_days (card_id, day, views, clicks, saves, visitors, counts, bursts)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
    (select coalesce(sum(min(new, max(0, room))), 0) from (
      select count(*) as new, ${roomFor('added.value ->> 0', 'added.value ->> 1', networkIn('visitor.value'))} as room
      from jsonb_each(added.value, '$[6]') as visitor
      where not ${isKnown('added.value ->> 0', 'added.value ->> 1', 'visitor.value')} group by ${networkIn('visitor.value')})),
    value -> 5, nullif(value -> 7, 'null')
  from jsonb_each(?1) as added where true
  on conflict (card_id, day) do update set
    views = views + excluded.views, clicks = clicks + excluded.clicks, saves = saves + excluded.saves,
    visitors = visitors + excluded.visitors,
    counts = ${sumOfCountsSql('card_days')},
    bursts = ${sumMinutesSql}`

const addVisitorsSql = `
  insert into card_visitors (card_id, day, visitor)
  select card, on_day, name from (
    select card, on_day, name, row_number() over (partition by card, on_day, ${networkIn('name')} order by name) as place
    from (select value ->> 0 as card, value ->> 1 as on_day, value ->> 2 as name from jsonb_each(?1))
    where not ${isKnown('card', 'on_day', 'name')})
  where place <= ${roomFor('card', 'on_day', networkIn('name'))}`

function addDays(db: D1Database, days: Day[]): D1PreparedStatement[] {
  const added = days.map(({ cardId, day, views, clicks, saves, ...sums }) => [
    ...[cardId, day, views, clicks, saves],
    packCounts(sums.counts),
    [...sums.visitors],
    packMinutes(sums.minutes),
  ])
  const seen = days.flatMap(({ cardId, day, visitors }) =>
    [...visitors].map((visitor) => [cardId, day, visitor]),
  )
  return [
    db.prepare(addDaysSql).bind(JSON.stringify(added)),
    ...(seen.length > 0 ? [db.prepare(addVisitorsSql).bind(JSON.stringify(seen))] : []),
  ]
}

const addPointDaysSql = `
  insert into share_point_days (card_id, code, day, views, clicks, saves, first_at, last_at, counts)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value -> 8
  from jsonb_each(?1) where true
  on conflict (card_id, code, day) do update set
    views = views + excluded.views, clicks = clicks + excluded.clicks, saves = saves + excluded.saves,
    first_at = min(coalesce(first_at, excluded.first_at), coalesce(excluded.first_at, first_at)),
    last_at = max(coalesce(last_at, excluded.last_at), coalesce(excluded.last_at, last_at)),
    counts = ${sumOfCountsSql('share_point_days')}`

function addPointDays(db: D1Database, pointDays: PointDay[]): D1PreparedStatement {
  const added = pointDays.map((one) => [
    ...[one.cardId, one.code, one.day, one.views, one.clicks, one.saves, one.firstAt, one.lastAt],
    packCounts(one.counts),
  ])
  return db.prepare(addPointDaysSql).bind(JSON.stringify(added))
}
