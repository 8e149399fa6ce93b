/** The milliseconds between which the events of a report's window lie. */
import { hourMs, utcHoursOf } from '../analytics/clock.ts'
import type { Plan } from '../analytics/plan.ts'
import type { Span } from './event-rows.ts'

const always: Span = { from: 0, until: 253_402_300_799_999 }

/** Cut where the report cuts its hours, so that there are as many rows as it counts. */
export function spanOf({ window, clock }: Plan): Span {
  if (!window) return always
  const { from, until } = utcHoursOf(clock, window)
  return { from: from * hourMs, until: (until + 1) * hourMs }
}
