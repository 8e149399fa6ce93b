/**
 * Bursts: many events of one kind from one network on one card in a minute. They are counted and marked, never rejected.
 */

import type { Burst } from '../../schema/analytics/figures.ts'
import {
  burstThreshold,
  type CardEvent,
  type EventKind,
  eventKinds,
} from '../../schema/tracking/event.ts'
import { minuteMs } from '../platform/time.ts'
import { type Counts, kindLetters, kindsByLetter } from './rollup-counts.ts'

// Events arrive roughly in the order of receipt. For older minutes, only counters that are bursts are stored.
const openMinutes = 10
// The number of counters per kind. Only the largest are stored, so that many networks do not make the row long.
const maxOpenCounters = 32
// Counters take at least 22 characters each, so a map shorter than this has at most 16 and needs no pruning.
const shortMap = 16 * 22

/**
 * Adds an event to the minute counters of its day, unless it is excluded. The key is kind, minute of receipt and
 * network, such as `v29398512.aB3dE`.
 */
export function countMinute(
  minutes: Counts,
  { kind, receivedAt, network, leftOut }: CardEvent,
): void {
  if (network === null || leftOut !== null) return
  const key = `${kindLetters[kind]}${Math.floor(receivedAt / minuteMs)}.${network}`
  minutes.set(key, (minutes.get(key) ?? 0) + 1)
}

/** Returns the counters as stored in the daily rollup; null if there are none. */
export function packMinutes(minutes: Counts): Record<string, number> | null {
  if (minutes.size === 0) return null
  const largest = [...Map.groupBy(minutes, ([key]) => key[0]).values()].flatMap((counters) =>
    counters.sort((a, b) => b[1] - a[1]).slice(0, maxOpenCounters),
  )
  return Object.fromEntries(largest)
}

// Selects what to store of counters (key, n): of open minutes the largest, of older ones the largest burst. The other
// bursts are added up under "<kind>+"; casting "+" to an integer gives minute 0.
function pruneCounters(rows: string, isOpen: string): string {
  return `
  select nullif(json_group_object(name, total), '{}') from (
    select iif(minute > 0 and place <= iif(open, ${maxOpenCounters}, 1), key, kind || '+') as name, sum(n) as total
    from (
      select *, row_number() over (partition by kind, open, minute > 0 order by n desc, key) as place
      from (
        select *, ${isOpen} as open from (
          select key, n, substr(key, 1, 1) as kind, cast(substr(key, 2) as integer) as minute from (${rows}))))
    where n >= ${burstThreshold} or (open and place <= ${maxOpenCounters})
    group by name)`
}

const bothSql = `
  select key, sum(value) as n from (
    select key, value from json_each(card_days.bursts) union all select key, value from json_each(excluded.bursts))
  group by key`

const mergeSql = `
  json_patch(card_days.bursts, (
    select json_group_object(key, value + coalesce(card_days.bursts ->> key, 0)) from json_each(excluded.bursts)))`

/** SQL for the counters of a day plus the added ones (`excluded`). */
export const sumMinutesSql = `
  case when excluded.bursts is null then card_days.bursts when card_days.bursts is null then excluded.bursts
    when length(card_days.bursts) + length(excluded.bursts) < ${shortMap} then ${mergeSql}
    else (${pruneCounters(bothSql, `minute > max(minute) over () - ${openMinutes}`)}) end`

/** SQL for the bursts of several days in the format of one; `days` is a condition on `card_days`. */
export function sumBurstsSql(days: string): string {
  return pruneCounters(
    `select key, value as n from card_days cross join json_each(card_days.bursts) where ${days}`,
    'false',
  )
}

/** SQL for the column if it contains a burst, else null: most rows have none and need not be parsed. */
export const burstsColumnSql = `iif(bursts glob '*:${'[0-9]'.repeat(String(burstThreshold).length)}*', bursts, null)`

export type Bursts = Map<EventKind, Omit<Burst, 'kind' | 'at'> & { minute: number }>

/** Adds the bursts of a stored row. */
export function addBursts(bursts: Bursts, stored: string | null): void {
  if (stored === null) return
  for (const [key, n] of Object.entries<number>(JSON.parse(stored))) {
    const kind = kindsByLetter[key[0] ?? '']
    if (!kind || n < burstThreshold) continue
    const known = bursts.get(kind) ?? { events: 0, largest: 0, minute: 0 }
    bursts.set(kind, known)
    known.events += n
    const minute = Number.parseInt(key.slice(1), 10)
    if (n > known.largest || (n === known.largest && minute < known.minute))
      Object.assign(known, Number.isNaN(minute) ? {} : { largest: n, minute })
  }
}

/** Returns the bursts for a report. */
export function readBursts(bursts: Bursts): Burst[] {
  return eventKinds.flatMap((kind) => {
    const found = bursts.get(kind)
    if (!found) return []
    const { events, largest, minute } = found
    return [{ kind: `${kind}s` as const, events, largest, at: minuteText(minute) }]
  })
}

function minuteText(minute: number): string {
  return new Date(minute * minuteMs).toISOString()
}
