/** Groups hourly counts by the viewer's local time: totals, buckets, hours of the day and days of the week. */
import type { Bucket, Totals } from '../../schema/analytics/figures.ts'
import { type DayRange, dateText } from '../platform/time.ts'
import { type Clock, dayAt } from './local-clock.ts'

/** Counts by UTC hour since 1970. */
export type Hours = Map<number, Totals>

export const noTotals: Totals = { views: 0, clicks: 0, saves: 0, submissions: 0 }

/** The totals of the hour, added if missing. */
export function hourIn(hours: Hours, hour: number): Totals {
  const known = hours.get(hour)
  if (known) return known
  const created = { ...noTotals }
  hours.set(hour, created)
  return created
}

export function addTotals(sum: Totals, more: Totals): void {
  sum.views += more.views
  sum.clicks += more.clicks
  sum.saves += more.saves
  sum.submissions += more.submissions
}

/** The totals of these days. */
export function totalsIn(hours: Hours, clock: Clock, { from, until }: DayRange): Totals {
  const totals = { ...noTotals }
  for (const [hour, more] of hours) {
    const day = dayAt(clock, hour)
    if (day >= from && day <= until) addTotals(totals, more)
  }
  return totals
}

/** The counts of these days by bucket, hour and weekday; each of the three adds up to the same totals. */
export function bucketHours(
  hours: Hours,
  clock: Clock,
  { from, until, starts }: DayRange & { starts: number[] },
) {
  const series: Bucket[] = starts.map((start) => ({ start: dateText(start), ...noTotals }))
  const timing = { hours: empty(24), weekdays: empty(7) }
  for (const [hour, more] of hours) {
    const local = clock.hour(hour)
    const day = Math.floor(local / 24)
    if (day < from || day > until) continue
    const bucket = starts.findLastIndex((start) => start <= day)
    // January 1, 1970 was a Thursday.
    for (const sum of [
      series[bucket],
      timing.hours[local - day * 24],
      timing.weekdays[(((day + 3) % 7) + 7) % 7],
    ])
      if (sum) addTotals(sum, more)
  }
  return { series, timing }
}

function empty(length: number): Totals[] {
  return Array.from({ length }, () => ({ ...noTotals }))
}
