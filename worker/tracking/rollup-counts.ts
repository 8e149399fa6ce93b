/**
 * Counts events by day, for a card and for its share points, and defines the format of the counts: a key is a letter for the
 * kind, a letter for the dimension, and the value.
 */

import { shareCodeLength } from '../../schema/share-points/share-point.ts'
import {
  type CardEvent,
  type EventKind,
  eventKinds,
  isShareCode,
} from '../../schema/tracking/event.ts'
import { dayMs, hourMs } from '../platform/time.ts'

/** The maximum number of values per dimension, kind, card and day; further values are counted as `Other`. */
const maxValues = 200
/** The length of the letters for kind and dimension. */
export const prefixLength = 2

/** The first letter of a key. */
export const kindLetters: Record<EventKind, string> = { view: 'v', click: 'c', save: 's' }

export const kindsByLetter: Record<string, EventKind> = { v: 'view', c: 'click', s: 'save' }

const dimensions = { hours: 'h', places: 'p', devices: 'd', sources: 's' } as const
type Dimension = Exclude<keyof typeof dimensions, 'hours'>

const linkPrefix = 'cl'
const dwellKey = 'vt'
const measuredKey = 'vm'
const leftOutLetter = 'x'

/** The fields of an event that are counted, from the queue or from its row. */
type Countable = Pick<
  CardEvent,
  'kind' | 'at' | 'place' | 'device' | 'source' | 'linkType' | 'linkId' | 'leftOut' | 'dwellMs'
>
export type Counts = Map<string, number>

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

type NewEvent = Countable & Pick<CardEvent, 'cardId' | 'visitor'>

/** Adds an event that was not stored before to its days; returns its card's day. */
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
export function daysOf(
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

/** Adds one event to a day's counts. */
export function countEvent(counts: Counts, event: Countable): void {
  const kind = kindLetters[event.kind]
  if (event.leftOut !== null) {
    add(counts, kind + leftOutLetter + event.leftOut, 1)
    return
  }
  add(counts, `${kind}h${Math.floor((event.at % dayMs) / hourMs)}`, 1)
  add(counts, `${kind}p${pathSafe(event.place)}`, 1)
  add(counts, `${kind}d${pathSafe(event.device)}`, 1)
  add(counts, `${kind}s${pathSafe(event.source)}`, 1)
  if (event.kind === 'click')
    add(counts, `${linkPrefix}${event.linkType}:${pathSafe(event.linkId)}`, 1)
  if (event.dwellMs > 0) countDwell(counts, 0, event.dwellMs)
}

/** Adds the increase of a visit's dwell time. */
export function countDwell(counts: Counts, before: number, after: number): void {
  add(counts, dwellKey, after - before)
  if (before === 0) add(counts, measuredKey, 1)
}

/** Returns the counts as stored: sorted, with at most 200 values per dimension and the rest as `Other`. */
export function packCounts(counts: Counts): Record<string, number> {
  return Object.fromEntries(
    [...(counts.size > maxValues ? capped(counts) : counts)].sort(compareCounts),
  )
}

function capped(counts: Counts): Counts {
  const seen = new Map<string, number>()
  const result: Counts = new Map()
  const codesLast = (a: [string, number], b: [string, number]) =>
    Number(isSourceCode(a[0])) - Number(isSourceCode(b[0])) || b[1] - a[1] || compareCounts(a, b)
  for (const [key, count] of [...counts].sort(codesLast)) {
    const prefix = key.slice(0, prefixLength)
    const rank = (seen.get(prefix) ?? 0) + 1
    seen.set(prefix, rank)
    add(result, rank > maxValues ? `${prefix}Other` : key, count)
  }
  return result
}

// Anyone can make up share point codes, so they must not displace named sources.
function isSourceCode(key: string): boolean {
  return key[1] === dimensions.sources && key.length === prefixLength + shareCodeLength
}

/** SQL for `isSourceCode`: 1 if the key is a share point code. */
function sourceCodeIn(key: string): string {
  return `(substr(${key}, 2, 1) = '${dimensions.sources}' and length(${key}) = ${prefixLength + shareCodeLength})`
}

// 200 values take at least 13 characters each, so a shorter map has fewer values in any dimension.
const shortMap = 12 * maxValues

/** SQL for the counts of a stored row plus the added ones (`excluded`), for an upsert into the table. */
export function sumOfCountsSql(table: string): string {
  const stored = `${table}.counts`
  // A merge patch of the keys that change takes half the time of grouping both maps.
  const sum = `
    json_patch(${stored}, (
      select json_group_object(key, value + coalesce(${stored} ->> key, 0)) from json_each(excluded.counts)))`
  const both = `
    select key, value, 1 as old from json_each(${stored})
    union all select key, value, 0 from json_each(excluded.counts)`
  // The first 200 values of a dimension keep their keys, later ones are counted as `Other`. Share point codes rank last.
  const cappedSum = `
    select json_group_object(key, n) from (
      select iif(rank <= ${maxValues}, key, prefix || 'Other') as key, sum(n) as n from (
        select key, n, prefix, row_number() over (partition by prefix order by ${sourceCodeIn('key')}, old desc, n desc, key) as rank from (
          select key, sum(value) as n, max(old) as old, substr(key, 1, ${prefixLength}) as prefix
          from (${both}) group by key))
      group by 1)`
  return `case when length(${stored}) + length(excluded.counts) < ${shortMap} then ${sum} else (${cappedSum}) end`
}

function compareCounts([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1
}

/** Adds a stored map: passes its hour counters to `addHour` and adds the rest to `counts`. */
export function addStored(
  counts: Counts,
  stored: Record<string, number>,
  addHour: (hour: number, kind: EventKind, count: number) => void,
): void {
  // A year of a busy card has 10,000 keys; `Object.entries` would take more than twice as long.
  for (const key of Object.keys(stored)) {
    const count = stored[key] ?? 0
    const kind = key[1] === dimensions.hours ? kindsByLetter[key[0] ?? ''] : undefined
    if (kind) addHour(Number(key.slice(prefixLength)), kind, count)
    else add(counts, key, count)
  }
}

/** SQL for the keys of hours. */
export const hourKey = {
  is: (key: string) => `substr(${key}, 2, 1) = '${dimensions.hours}'`,
  hour: (key: string) => `substr(${key}, ${prefixLength + 1})`,
  isOf: (key: string, kind: EventKind) => `substr(${key}, 1, 1) = '${kindLetters[kind]}'`,
}

/** SQL for the dwell time counters of a stored day. */
export function dwellIn(column: string): string {
  const count = (key: string) => `'${key}', coalesce(${column} ->> '${key}', 0)`
  return `json_object(${count(dwellKey)}, ${count(measuredKey)})`
}

/** Returns the counts of one dimension of one kind, by value. */
export function readDimension(
  counts: Counts,
  kind: EventKind,
  dimension: Dimension,
): Record<string, number> {
  return readPrefix(counts, kindLetters[kind] + dimensions[dimension])
}

/** Returns clicks by link, as `type:id`. */
export function readLinks(counts: Counts): Record<string, number> {
  return readPrefix(counts, linkPrefix)
}

/** Returns excluded events of all kinds, by reason. */
export function readLeftOut(counts: Counts): Record<string, number> {
  const reasons = eventKinds.flatMap((kind) =>
    Object.entries(readPrefix(counts, kindLetters[kind] + leftOutLetter)),
  )
  const total: Counts = new Map()
  for (const [reason, count] of reasons) add(total, reason, count)
  return Object.fromEntries(total)
}

/** Returns the total dwell time in milliseconds and the number of visits it was measured for. */
export function readDwell(counts: Counts): { dwellMs: number; measured: number } {
  return { dwellMs: counts.get(dwellKey) ?? 0, measured: counts.get(measuredKey) ?? 0 }
}

function readPrefix(counts: Counts, prefix: string): Record<string, number> {
  return Object.fromEntries(
    [...counts].flatMap(([key, count]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), count]] : [],
    ),
  )
}

function add(counts: Counts, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

// Keys are used in SQLite JSON paths, where quotes and backslashes have a meaning.
function pathSafe(value: string): string {
  return /["\\\u0000-\u001f]/.test(value) ? value.replace(/["\\\u0000-\u001f]/g, ' ') : value
}
