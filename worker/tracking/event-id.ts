/** Event ids: base36 milliseconds, a hyphen and 64 random bits, so an id contains the time of its event. */
import { maxVisitMs } from '../../schema/counting-rules.ts'
import { dayMs } from '../platform/time.ts'

const maxAgeMs = 7 * dayMs
const maxAheadMs = 120_000
// The visitor's clock may be ahead.
const clockToleranceMs = 5000

export function makeEventId(now = Date.now()): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  return `${now.toString(36)}-${random.toString(36).padStart(13, '0')}`
}

/**
 * Returns the time in an id, in Unix milliseconds; undefined if it is more than 7 days before or 2 minutes after
 * receipt. It is never clamped: it is part of the row's key, so a repeat must give the same value.
 */
export function eventTime(id: string, receivedAt: number): number | undefined {
  const time = Number.parseInt(id.slice(0, id.indexOf('-')), 36)
  return time >= receivedAt - maxAgeMs && time <= receivedAt + maxAheadMs ? time : undefined
}

/** Returns the longest dwell time that is accepted for a view at `at` when it is received, in milliseconds. */
export function maxDwell(at: number, receivedAt: number): number {
  return Math.min(maxVisitMs, Math.max(0, receivedAt - at + clockToleranceMs))
}
