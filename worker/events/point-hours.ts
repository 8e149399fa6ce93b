/**
 * Events by share point and UTC hour, in the column `point_hours` of the daily rollup: a key is the kind's letter, the code
 * and the hour, such as `vABCDEF14`. A card has at most 500 codes, so a day has at most 36,000 keys.
 */
import type { EventKind } from '../../schema/event.ts'
import { shareCodeLength } from '../../schema/share-point.ts'
import { dayMs, hourMs } from '../platform/time.ts'
import {
  type Countable,
  type Counts,
  isSourceCode,
  kindLetters,
  kindsByLetter,
  pathSafe,
} from './rollup-counts.ts'

/** Adds an event to the day's counts by share point and hour, unless it is excluded or has no code. */
export function countPointHour(hours: Counts, { kind, at, source, leftOut }: Countable): void {
  if (leftOut !== null || !isSourceCode(source)) return
  const key = `${kindLetters[kind]}${pathSafe(source)}${Math.floor((at % dayMs) / hourMs)}`
  hours.set(key, (hours.get(key) ?? 0) + 1)
}

/** Returns the counts as stored; null if there are none. */
export function packPointHours(hours: Counts): Record<string, number> | null {
  return hours.size > 0 ? Object.fromEntries(hours) : null
}

/** SQL for the counts of a day plus the added ones (`excluded`). */
export const sumPointHoursSql = `
  case when excluded.point_hours is null then card_days.point_hours
    when card_days.point_hours is null then excluded.point_hours
    else json_patch(card_days.point_hours, (
      select json_group_object(key, value + coalesce(card_days.point_hours ->> key, 0))
      from json_each(excluded.point_hours))) end`

/** Passes each count of a stored day to `add`. */
export function eachPointHour(
  stored: string,
  add: (count: number, of: { code: string; hour: number; kind: EventKind }) => void,
): void {
  for (const [key, count] of Object.entries<number>(JSON.parse(stored))) {
    const kind = kindsByLetter[key[0] ?? '']
    const hour = Number(key.slice(1 + shareCodeLength))
    if (kind) add(count, { code: key.slice(1, 1 + shareCodeLength), hour, kind })
  }
}
