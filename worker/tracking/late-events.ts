/**
 * Late events: noted in the transaction that records them, for clients of the event feed that have read past their
 * time.
 */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { dayMs } from '../platform/time.ts'
import { firstWholeDay, markStale } from './archived-days.ts'

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
