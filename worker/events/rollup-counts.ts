/** The keys of the rollups' `counts`: made and read here alone. A letter for the kind, one for the dimension, then the value. */
import { type CardEvent, type EventKind, eventKinds } from '../../schema/event.ts'
import { dayMs } from '../platform/time.ts'

/** Values kept of one dimension, kind, card and day; the rest are counted as `Other`. */
export const mostValues = 200
/** Length of the part of a key that names kind and dimension. */
export const prefixLength = 2

/** The first letter of a key. */
export const kindLetters: Record<EventKind, string> = { view: 'v', click: 'c', save: 's' }

export const kindsByLetter: Record<string, EventKind> = { v: 'view', c: 'click', s: 'save' }

const dimensions = { hours: 'h', places: 'p', devices: 'd', sources: 's' } as const
type Dimension = Exclude<keyof typeof dimensions, 'hours'>

// None of the sources with a name is that long.
const sourceCodeLength = 6

const linkPrefix = 'cl'
const dwellKey = 'vt'
const measuredKey = 'vm'
const leftOutLetter = 'x'

/** What is counted of an event, from the queue or from its row. */
export type Countable = Pick<
  CardEvent,
  'kind' | 'at' | 'place' | 'device' | 'source' | 'linkType' | 'linkId' | 'leftOut' | 'dwellMs'
>
export type Counts = Map<string, number>

/** Adds one event to a day's counts. */
export function countEvent(counts: Counts, event: Countable): void {
  const kind = kindLetters[event.kind]
  if (event.leftOut !== null) {
    add(counts, kind + leftOutLetter + event.leftOut, 1)
    return
  }
  add(counts, `${kind}h${Math.floor((event.at % dayMs) / 3_600_000)}`, 1)
  add(counts, `${kind}p${plain(event.place)}`, 1)
  add(counts, `${kind}d${plain(event.device)}`, 1)
  add(counts, `${kind}s${plain(event.source)}`, 1)
  if (event.kind === 'click')
    add(counts, `${linkPrefix}${event.linkType}:${plain(event.linkId)}`, 1)
  if (event.dwellMs > 0) countDwell(counts, 0, event.dwellMs)
}

/** Adds what a visit was longer than known before. */
export function countDwell(counts: Counts, before: number, after: number): void {
  add(counts, dwellKey, after - before)
  if (before === 0) add(counts, measuredKey, 1)
}

/** The counts as they are stored: sorted, with at most 200 values of a dimension and the rest under `Other`. */
export function packCounts(counts: Counts): Record<string, number> {
  return Object.fromEntries([...(counts.size > mostValues ? capped(counts) : counts)].sort(byKey))
}

function capped(counts: Counts): Counts {
  const seen = new Map<string, number>()
  const kept: Counts = new Map()
  const codesLast = (a: [string, number], b: [string, number]) =>
    Number(isSourceCode(a[0])) - Number(isSourceCode(b[0])) || b[1] - a[1] || byKey(a, b)
  for (const [key, count] of [...counts].sort(codesLast)) {
    const prefix = key.slice(0, prefixLength)
    const rank = (seen.get(prefix) ?? 0) + 1
    seen.set(prefix, rank)
    add(kept, rank > mostValues ? `${prefix}Other` : key, count)
  }
  return kept
}

// Anybody can invent the code of a share point; the sources with a name keep their places.
function isSourceCode(key: string): boolean {
  return key[1] === dimensions.sources && key.length === prefixLength + sourceCodeLength
}

/** The same in SQL: 1 for the key of a source that is a code. */
export function sourceCodeIn(key: string): string {
  return `(substr(${key}, 2, 1) = '${dimensions.sources}' and length(${key}) = ${prefixLength + sourceCodeLength})`
}

function byKey([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1
}

/** Adds a stored map: its hour counters to the hours, all else to the counts. */
export function addStored(
  counts: Counts,
  stored: Record<string, number>,
  addHour: (hour: number, kind: EventKind, count: number) => void,
): void {
  // A year of a busy card has ten thousand of these; pairs of key and value would take more than twice as long.
  for (const key of Object.keys(stored)) {
    const count = stored[key] ?? 0
    const kind = key[1] === dimensions.hours ? kindsByLetter[key[0] ?? ''] : undefined
    if (kind) addHour(Number(key.slice(prefixLength)), kind, count)
    else add(counts, key, count)
  }
}

/** Whether a key is an hour's, and which and whose that is, in SQL. */
export const hourKey = {
  is: (key: string) => `substr(${key}, 2, 1) = '${dimensions.hours}'`,
  hour: (key: string) => `substr(${key}, ${prefixLength + 1})`,
  isOf: (key: string, kind: EventKind) => `substr(${key}, 1, 1) = '${kindLetters[kind]}'`,
}

/** The part of a stored day that tells the time spent, in SQL. */
export function dwellIn(column: string): string {
  const count = (key: string) => `'${key}', coalesce(${column} ->> '${key}', 0)`
  return `json_object(${count(dwellKey)}, ${count(measuredKey)})`
}

/** One dimension of one kind. */
export function readDimension(
  counts: Counts,
  kind: EventKind,
  dimension: Dimension,
): Record<string, number> {
  return readPrefix(counts, kindLetters[kind] + dimensions[dimension])
}

/** Clicks by link, as `type:id`. */
export function readLinks(counts: Counts): Record<string, number> {
  return readPrefix(counts, linkPrefix)
}

/** Events that were recorded but left out, by reason, of all kinds together. */
export function readLeftOut(counts: Counts): Record<string, number> {
  const reasons = eventKinds.flatMap((kind) =>
    Object.entries(readPrefix(counts, kindLetters[kind] + leftOutLetter)),
  )
  const total: Counts = new Map()
  for (const [reason, count] of reasons) add(total, reason, count)
  return Object.fromEntries(total)
}

/** Milliseconds spent on the card, and the visits that were measured. */
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

// SQLite reads a key as a path, where a quote or a backslash would end or change it.
function plain(value: string): string {
  return /["\\\u0000-\u001f]/.test(value) ? value.replace(/["\\\u0000-\u001f]/g, ' ') : value
}
