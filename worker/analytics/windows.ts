/** The windows of the reports and their buckets, on the viewer's calendar. Days are counted from 1970. */
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
import type { Range, Timeframe, Unit } from '../../schema/figures.ts'
import { dayMs } from './counts.ts'

/** First and last day. */
export type Days = { from: number; until: number }
/** `starts` are the first days of the buckets. */
export type Window = Days & { unit: Unit; starts: number[] }

export type PeriodName = Range | Exclude<Timeframe, 'all'>

// The calendar's days stand for themselves, so its arithmetic is that of a place without a clock change.
const calendar = { in: tz('UTC'), weekStartsOn: 1 } as const

const spans: Record<PeriodName, { length: Duration; unit: Unit }> = {
  daily: { length: { days: 7 }, unit: 'day' },
  weekly: { length: { days: 28 }, unit: 'week' },
  monthly: { length: { months: 6 }, unit: 'month' },
  yearly: { length: { years: 3 }, unit: 'year' },
  week: { length: { days: 7 }, unit: 'day' },
  month: { length: { months: 1 }, unit: 'day' },
  year: { length: { months: 12 }, unit: 'month' },
}
type Duration = { days?: number; months?: number; years?: number }

const mostBuckets = 40

/** The window that ends today. */
export function windowOf(span: PeriodName, today: number): Window {
  const { length, unit } = spans[span]
  const from = dayOf(addDays(sub(today * dayMs, length, calendar), 1, calendar))
  return withBuckets({ from, until: today }, unit)
}

/** Everything since that day, in at most forty buckets or in years. */
export function windowSince(from: number, today: number): Window {
  const days = { from, until: Math.max(from, today) }
  const [start, end] = [days.from * dayMs, days.until * dayMs]
  if (days.until - from < mostBuckets) return withBuckets(days, 'day')
  if (differenceInCalendarISOWeeks(end, start, calendar) < mostBuckets)
    return withBuckets(days, 'week')
  if (differenceInCalendarMonths(end, start, calendar) < mostBuckets)
    return withBuckets(days, 'month')
  return withBuckets(days, 'year')
}

/** As many days just before. */
export function daysBefore({ from, until }: Days): Days {
  return { from: from - (until - from + 1), until: from - 1 }
}

/** `YYYY-MM-DD`. */
export function dateText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

type Interval = { start: number; end: number }

const bucketsOf: Record<Unit, (days: Interval) => Date[]> = {
  day: (days) => eachDayOfInterval(days, calendar),
  week: (days) => eachWeekOfInterval(days, calendar),
  month: (days) => eachMonthOfInterval(days, calendar),
  year: (days) => eachYearOfInterval(days, calendar),
}

function withBuckets({ from, until }: Days, unit: Unit): Window {
  const dates = bucketsOf[unit]({ start: from * dayMs, end: until * dayMs })
  return { from, until, unit, starts: dates.map((date) => Math.max(from, dayOf(date))) }
}

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / dayMs)
}
