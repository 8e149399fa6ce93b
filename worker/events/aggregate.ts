/** Computes the changes of a batch of events, given which of them are stored already. */
import type { CardEvent } from '../../schema/event.ts'
import { dayMs } from '../platform/time.ts'
import { countMinute } from './bursts.ts'
import { countPointHour } from './point-hours.ts'
import { type Countable, type Counts, countDwell, countEvent } from './rollup-counts.ts'

/** Rows to insert, visits with a longer dwell time, and what both add to each card and day. */
export type Changes = { rows: CardEvent[]; longer: Longer[]; days: Day[] }
type Longer = { event: CardEvent; before: number }
export type Day = {
  cardId: number
  day: number
  views: number
  clicks: number
  saves: number
  visitors: Set<string>
  counts: Counts
  /** Events by share point and hour. */
  pointHours: Counts
  /** Events by minute and network. */
  minutes: Counts
}

/** The fields of a stored event that matter for a repeat. */
export type Stored = { dwellMs: number; leftOut: string | null }

/** Merges repeats: returns each event once, in order, with the longest dwell time. */
export function mergeRepeats(events: CardEvent[]): CardEvent[] {
  const merged = new Map<string, CardEvent>()
  for (const event of events) {
    const key = `${event.kind} ${event.cardId} ${event.at} ${event.id}`
    const known = merged.get(key)
    if (!known) merged.set(key, event)
    else if (event.dwellMs > known.dwellMs) merged.set(key, { ...known, dwellMs: event.dwellMs })
  }
  return [...merged.values()]
}

/** Sort order of the tables' keys, so that each page of the database is written once. */
export function compareEvents(a: CardEvent, b: CardEvent): number {
  return a.cardId - b.cardId || a.at - b.at
}

/** Returns the changes of the events. A stored event only adds the increase of its dwell time. */
export function aggregate(events: CardEvent[], stored: Map<CardEvent, Stored>): Changes {
  const rows: CardEvent[] = []
  const longer: Longer[] = []
  const days = new Map<string, Day>()
  for (const event of events) {
    const known = stored.get(event)
    if (!known) {
      rows.push(event)
      const day = dayOf(days, event)
      countNew(day, event)
      countMinute(day.minutes, event)
    } else if (event.dwellMs > known.dwellMs) {
      longer.push({ event, before: known.dwellMs })
      if (known.leftOut === null)
        countDwell(dayOf(days, event).counts, known.dwellMs, event.dwellMs)
    }
  }
  return { rows, longer, days: [...days.values()] }
}

/** Returns the event's entry in `days` for its card and day; creates it if missing. */
export function dayOf(
  days: Map<string, Day>,
  { cardId, at }: Pick<CardEvent, 'cardId' | 'at'>,
): Day {
  const day = Math.floor(at / dayMs)
  const key = `${cardId} ${day}`
  const known = days.get(key)
  if (known) return known
  const created: Day = {
    cardId,
    day,
    views: 0,
    clicks: 0,
    saves: 0,
    visitors: new Set(),
    counts: new Map(),
    pointHours: new Map(),
    minutes: new Map(),
  }
  days.set(key, created)
  return created
}

/** Adds an event that was not stored before to its day. */
export function countNew(day: Day, event: Countable & Pick<CardEvent, 'visitor'>): void {
  countEvent(day.counts, event)
  countPointHour(day.pointHours, event)
  if (event.leftOut !== null) return
  day[`${event.kind}s`] += 1
  if (event.visitor !== null) day.visitors.add(event.visitor)
}
