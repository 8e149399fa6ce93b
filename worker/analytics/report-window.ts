/** Report windows and their buckets on the viewer's calendar. Days are counted from 1970. */
import { tz } from '@date-fns/tz'
import {
  addDays,
  differenceInCalendarISOWeeks,
  differenceInCalendarMonths,
  eachDayOfInterval,
  eachMonthOfInterval,
  eachWeekOfInterval,
  eachYearOfInterval,
  sub,
} from 'date-fns'
import type { Range, Timeframe, Unit } from '../../schema/analytics/figures.ts'
import { type DayRange, dayMs } from '../platform/time.ts'

/** `starts` are the first days of the buckets. */
export type ReportWindow = DayRange & { unit: Unit; starts: number[] }

export type PeriodName = Range | Exclude<Timeframe, 'all'>

// Calendar days have no time zone, so the arithmetic uses UTC, which has no clock changes.
const calendar = { in: tz('UTC'), weekStartsOn: 1 } as const

const periods: Record<PeriodName, { length: Duration; unit: Unit }> = {
  daily: { length: { days: 7 }, unit: 'day' },
  weekly: { length: { days: 28 }, unit: 'week' },
  monthly: { length: { months: 6 }, unit: 'month' },
  yearly: { length: { years: 3 }, unit: 'year' },
  week: { length: { days: 7 }, unit: 'day' },
  month: { length: { months: 1 }, unit: 'day' },
  year: { length: { months: 12 }, unit: 'month' },
}
type Duration = { days?: number; months?: number; years?: number }

const maxBuckets = 40

/** The window that ends today. */
export function windowUntil(periodName: PeriodName, today: number): ReportWindow {
  const { length, unit } = periods[periodName]
  const from = dayOf(addDays(sub(today * dayMs, length, calendar), 1, calendar))
  return withBuckets({ from, until: today }, unit)
}

/** Everything since that day, in at most 40 buckets, or by year. */
export function windowSince(from: number, today: number): ReportWindow {
  const days = { from, until: Math.max(from, today) }
  const [start, end] = [days.from * dayMs, days.until * dayMs]
  if (days.until - from < maxBuckets) return withBuckets(days, 'day')
  if (differenceInCalendarISOWeeks(end, start, calendar) < maxBuckets)
    return withBuckets(days, 'week')
  if (differenceInCalendarMonths(end, start, calendar) < maxBuckets)
    return withBuckets(days, 'month')
  return withBuckets(days, 'year')
}

/** The period of the same length just before. */
export function previousDays({ from, until }: DayRange): DayRange {
  return { from: from - (until - from + 1), until: from - 1 }
}

type Interval = { start: number; end: number }

const bucketStarts: Record<Unit, (days: Interval) => Date[]> = {
  day: (days) => eachDayOfInterval(days, calendar),
  week: (days) => eachWeekOfInterval(days, calendar),
  month: (days) => eachMonthOfInterval(days, calendar),
  year: (days) => eachYearOfInterval(days, calendar),
}

function withBuckets({ from, until }: DayRange, unit: Unit): ReportWindow {
  const dates = bucketStarts[unit]({ start: from * dayMs, end: until * dayMs })
  return { from, until, unit, starts: dates.map((date) => Math.max(from, dayOf(date))) }
}

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / dayMs)
}
