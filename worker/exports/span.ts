/** The milliseconds between which the events of a report's window lie. */
import { type Clock, dayAt, hourMs } from '../analytics/clock.ts'
import type { Plan } from '../analytics/plan.ts'
import type { Span } from './event-rows.ts'

const always: Span = { from: 0, until: 253_402_300_799_999 }

/** Cut where the report cuts its hours, so that there are as many rows as it counts. */
export function spanOf({ window, clock }: Plan): Span {
  if (!window) return always
  return { from: startOf(clock, window.from), until: startOf(clock, window.until + 1) }
}

// No clock is further from UTC than sixteen hours, whatever it was set to in the past.
function startOf(clock: Clock, day: number): number {
  let hour = day * 24 - 16
  while (dayAt(clock, hour) < day) hour += 1
  return hour * hourMs
}
