/** Events that are recorded late: noted in the same transaction, for programs that have read past their time already. */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { dayMs } from '../platform/time.ts'
import type { Changes } from './aggregate.ts'
import { firstWholeDay, markStale } from './archived-days.ts'

/** How old an event has to be before programs are told of it, in milliseconds. */
export const settledAfter = 120_000

// A transaction takes less than the other half, or D1 gives it up: so what is not noted is there before it settles.
const lateAfter = settledAfter / 2

/** An event's place in the order in which programs read. */
export type Key = [at: number, id: string, kind: number]

export function kindNumber(kind: EventKind): number {
  return eventKinds.indexOf(kind)
}

// The number is one of this card's own, so it grows even where earlier rows have been dropped.
const noteSql = `
  insert into late_events (card_id, seq, events)
  select value ->> 0, max(?2, 1 + coalesce((select max(seq) from late_events where card_id = value ->> 0), 0)), value -> 1
  from json_each(?1)`

/** What goes along with the changes; nothing unless an event is a minute old, or of a day that is over. */
export function lateStatements(
  env: Pick<Bindings, 'EVENT_RETENTION_DAYS'>,
  db: D1Database,
  { rows, longer }: Changes,
): D1PreparedStatement[] {
  const now = Date.now()
  const late = rows.filter(({ at }) => at <= now - lateAfter)
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

function byCard(events: CardEvent[]): [number, Key[]][] {
  const cards = Map.groupBy(events, ({ cardId }) => cardId)
  return [...cards].map(([cardId, own]) => [
    cardId,
    own.map(({ at, id, kind }) => [at, id, kindNumber(kind)]),
  ])
}
