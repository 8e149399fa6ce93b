/** What a batch of events changes, given what is stored of it already. */
import type { CardEvent } from '../../schema/event.ts'
import { dayMs } from '../platform/time.ts'
import { countMinute } from './bursts.ts'
import { type Countable, type Counts, countDwell, countEvent } from './rollup-counts.ts'

/** Rows to insert, visits that became longer, and what both add to each card and day. */
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
  /** Events by minute and network. */
  minutes: Counts
}

/** What is known of an event that is already stored. */
export type Stored = { dwellMs: number; leftOut: string | null }

/** One entry per event, in the order they came: of repeats the first, with the longest time spent. */
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

/** The order of the tables' keys: neighbours share a page of the database, so each page is touched once. */
export function byKey(a: CardEvent, b: CardEvent): number {
  return a.cardId - b.cardId || a.at - b.at
}

/** The changes that the events make; what is stored counts only by the time it was longer. */
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

/** The day's entry of the event's card, made when it is the first. */
export function dayOf(
  days: Map<string, Day>,
  { cardId, at }: Pick<CardEvent, 'cardId' | 'at'>,
): Day {
  const day = Math.floor(at / dayMs)
  const key = `${cardId} ${day}`
  const known = days.get(key)
  if (known) return known
  const made: Day = {
    cardId,
    day,
    views: 0,
    clicks: 0,
    saves: 0,
    visitors: new Set(),
    counts: new Map(),
    minutes: new Map(),
  }
  days.set(key, made)
  return made
}

/** Adds an event, as one that was not stored before, to its day. */
export function countNew(day: Day, event: Countable & Pick<CardEvent, 'visitor'>): void {
  countEvent(day.counts, event)
  if (event.leftOut !== null) return
  day[`${event.kind}s`] += 1
  if (event.visitor !== null) day.visitors.add(event.visitor)
}
