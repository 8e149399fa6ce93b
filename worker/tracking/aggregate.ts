/** Computes the changes of a batch of events, given which of them are stored already. */
import type { CardEvent } from '../../schema/event.ts'
import { isShareCode } from '../../schema/share-code.ts'
import { dayMs } from '../platform/time.ts'
import { countMinute } from './bursts.ts'
import { type Countable, type Counts, countDwell, countEvent } from './rollup-counts.ts'

/** Rows to insert, visits with a longer dwell time, and what both add to each day of a card and of a share point. */
export type Changes = { rows: CardEvent[]; longer: Longer[]; days: Day[]; pointDays: PointDay[] }
type Longer = { event: CardEvent; before: number }
type Sums = {
  cardId: number
  day: number
  views: number
  clicks: number
  saves: number
  counts: Counts
}
export type Day = Sums & {
  visitors: Set<string>
  /** Events by minute and network. */
  minutes: Counts
}
/** The times of the first and the last event that counts are null if none does. */
export type PointDay = Sums & { code: string; firstAt: number | null; lastAt: number | null }

/** Days of cards and of share points, by key. */
export type Days = { days: Map<string, Day>; pointDays: Map<string, PointDay> }

export function noDays(): Days {
  return { days: new Map(), pointDays: new Map() }
}

/** The fields of a stored event that matter for a repeat. */
export type Stored = { dwellMs: number; leftOut: string | null; source: string }

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

type NewEvent = Countable & Pick<CardEvent, 'cardId' | 'visitor'>

/** Adds an event that was not stored before to its days; returns that of its card. */
export function countNew(sums: Days, event: NewEvent): Day {
  const { kind, at, leftOut, visitor } = event
  const [day, pointDay] = daysOf(sums, event)
  for (const each of pointDay ? [day, pointDay] : [day]) {
    countEvent(each.counts, event)
    if (leftOut === null) each[`${kind}s`] += 1
  }
  if (leftOut !== null) return day
  if (visitor !== null) day.visitors.add(visitor)
  if (pointDay) {
    pointDay.firstAt = Math.min(at, pointDay.firstAt ?? at)
    pointDay.lastAt = Math.max(at, pointDay.lastAt ?? at)
  }
  return day
}

/** The day of the event's card and, if its source is a code, of the share point; added if missing. */
function daysOf(
  { days, pointDays }: Days,
  { cardId, at, source }: Pick<CardEvent, 'cardId' | 'at' | 'source'>,
): [Day] | [Day, PointDay] {
  const day = Math.floor(at / dayMs)
  const sums = { cardId, day, views: 0, clicks: 0, saves: 0 }
  const ofCard = entry(days, `${cardId} ${day}`, () => ({
    ...sums,
    counts: new Map(),
    visitors: new Set<string>(),
    minutes: new Map(),
  }))
  if (!isShareCode(source)) return [ofCard]
  const ofPoint = entry(pointDays, `${cardId} ${day} ${source}`, () => ({
    ...sums,
    counts: new Map(),
    code: source,
    firstAt: null,
    lastAt: null,
  }))
  return [ofCard, ofPoint]
}

function entry<Value>(entries: Map<string, Value>, key: string, make: () => Value): Value {
  const known = entries.get(key)
  if (known) return known
  const made = make()
  entries.set(key, made)
  return made
}
