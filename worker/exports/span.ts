/** The stretch of time a range covers on the viewer's calendar. */
import { TZDate } from '@date-fns/tz'
import { startOfDay, subDays, subMonths, subYears } from 'date-fns'
import type { Range } from '../../schema/figures.ts'
import type { Span } from './event-rows.ts'

/** Whole days of the zone that end today; without a range all time. */
export function spanOf(range: Range | undefined, zone: string, now: number): Span {
  const until = now + 86_400_000
  if (!range) return { from: 0, until }
  const today = startOfDay(new TZDate(now, zone))
  const starts = {
    daily: subDays(today, 6),
    weekly: subDays(today, 27),
    monthly: subMonths(today, 6),
    yearly: subYears(today, 3),
  }
  return { from: starts[range].getTime(), until }
}
