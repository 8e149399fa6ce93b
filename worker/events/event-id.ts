/** Event ids: base36 milliseconds, a hyphen, 64 random bits; so the time of an event is part of its name. */
import { maxVisitMs } from '../../schema/counting-rules.ts'
import { dayMs } from '../platform/time.ts'

const oldest = 7 * dayMs
const furthestAhead = 120_000
// A visitor's clock may run ahead of ours.
const clockTolerance = 5000

export function makeEventId(now = Date.now()): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  return `${now.toString(36)}-${random.toString(36).padStart(13, '0')}`
}

/**
 * The id's own time, in milliseconds; undefined unless it lies within 7 days before and 2 minutes after receipt. No id has
 * two times: the time is part of the row's key, so a repeat is the same row whenever it comes.
 */
export function eventTime(id: string, receivedAt: number): number | undefined {
  const time = Number.parseInt(id.slice(0, id.indexOf('-')), 36)
  return time >= receivedAt - oldest && time <= receivedAt + furthestAhead ? time : undefined
}

/** The longest time spent that a view of that time can claim when it is received, in milliseconds. */
export function longestDwell(at: number, receivedAt: number): number {
  return Math.min(maxVisitMs, Math.max(0, receivedAt - at + clockTolerance))
}
