/** Event ids: base36 milliseconds, a hyphen, 64 random bits; so the time of an event is part of its name. */
import { dayMs } from './counts.ts'

const oldest = 7 * dayMs
const furthestAhead = 120_000

export function makeEventId(now = Date.now()): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  return `${now.toString(36)}-${random.toString(36).padStart(13, '0')}`
}

/** The id's own time when it lies within 7 days before and 2 minutes after receipt, else the time of receipt. */
export function eventTime(id: string, receivedAt: number): number {
  const time = Number.parseInt(id.slice(0, id.indexOf('-')), 36)
  return time >= receivedAt - oldest && time <= receivedAt + furthestAhead ? time : receivedAt
}
