/**
 * Late events, noted in the transaction that records them: for clients of the event feed that have read past their time, and
 * for the archive, which writes their day again.
 */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { dayMs } from '../platform/time.ts'

/** The age from which the event feed returns an event, in milliseconds. */
export const settleMs = 120_000

// Half of the settling time: D1 aborts a transaction well before the other half has passed, so an event younger than
// this is always stored before the feed reaches it.
const lateAfterMs = settleMs / 2

/** The position of an event in the order of the feed. */
export type EventKey = [at: number, id: string, kind: number]

export function kindNumber(kind: EventKind): number {
  return eventKinds.indexOf(kind)
}

// `seq` is per card, and at least the current time, so it increases even after earlier rows were deleted.
const noteSql = `
  insert into late_events (card_id, seq, events)
  select value ->> 0, max(?2, 1 + coalesce((select max(seq) from late_events where card_id = value ->> 0), 0)), value -> 1
  from json_each(?1)`

/**
 * Returns the statements to run with the changes: notes events at least a minute old, and marks past days to be
 * archived again.
 */
export function lateStatements(
  env: Pick<Bindings, 'EVENT_RETENTION_DAYS'>,
  db: D1Database,
  { rows, longer }: { rows: CardEvent[]; longer: { event: CardEvent }[] },
): D1PreparedStatement[] {
  const now = Date.now()
  const late = rows.filter(({ at }) => at <= now - lateAfterMs)
  const today = Math.floor(now / dayMs)
  const days = new Set(
    [...late, ...longer.map(({ event }) => event)]
      .map(({ at }) => Math.floor(at / dayMs))
      .filter((day) => day < today && day >= firstWholeDay(env, now)),
  )
  return [
    ...(late.length > 0 ? [db.prepare(noteSql).bind(JSON.stringify(byCard(late)), now)] : []),
    ...(days.size > 0 ? [markStale(db, [...days])] : []),
  ]
}

function byCard(events: CardEvent[]): [number, EventKey[]][] {
  const cards = Map.groupBy(events, ({ cardId }) => cardId)
  return [...cards].map(([cardId, cardEvents]) => [
    cardId,
    cardEvents.map(({ at, id, kind }) => [at, id, kindNumber(kind)]),
  ])
}

// Which days are archived, and which changed since.

/**
 * Returns the oldest day (UTC, days since 1970) whose events all still exist; older days cannot be archived
 * again.
 */
export function firstWholeDay(
  env: Pick<Bindings, 'EVENT_RETENTION_DAYS'>,
  now = Date.now(),
): number {
  return Math.floor(now / dayMs) - Number(env.EVENT_RETENTION_DAYS) + 2
}

/** Statement that marks days to be archived again, for the transaction that changes their events. */
function markStale(db: D1Database, days: number[]): D1PreparedStatement {
  return db
    .prepare(
      `insert into archive_days (day, stale) select value, 1 from json_each(?1) where true
       on conflict (day) do update set stale = 1`,
    )
    .bind(JSON.stringify(days))
}

/**
 * Returns the days that changed since they were archived (`stale`), and the first day that was never archived (`next`):
 * today if there are no events.
 */
export async function findUnarchived(
  db: D1Database,
  today: number,
): Promise<{ stale: number[]; next: number }> {
  const [stale, last] = await db.batch<{ day: number | null }>([
    db.prepare('select day from archive_days where stale <> 0 order by day'),
    db.prepare('select max(day) as day from archive_days where stale = 0'),
  ])
  const archived = last?.results[0]?.day
  const next = typeof archived === 'number' ? archived + 1 : ((await firstDay(db)) ?? today)
  return { stale: (stale?.results ?? []).flatMap(({ day }) => (day === null ? [] : [day])), next }
}

/** Returns the day before which all days are archived and unchanged since. */
export async function archivedUntil(db: D1Database, today: number): Promise<number> {
  const { stale, next } = await findUnarchived(db, today)
  return Math.min(next, ...stale)
}

async function firstDay(db: D1Database): Promise<number | null> {
  return db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_days
         union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null)
       select min((select min(day) from card_days where card_id = cards.id)) as day from cards`,
    )
    .first<number>('day')
}
