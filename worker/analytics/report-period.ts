/** The period of a report and the viewer's clock: which hours to read, and the buckets, hours and days they fall in. */

import { tz, tzOffset } from '@date-fns/tz'
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
import type { Bucket, Range, Timeframe, Totals, Unit } from '../../schema/analytics/figures.ts'
import { type DayRange, dateText, dayMs, hourMs } from '../platform/time.ts'
import type { TimeRange } from './export-rows.ts'

// No zone has ever been further from UTC than this.
const maxOffsetHours = 16

/** Hours and days are counted from 1970, in UTC or local time. */
type Clock = {
  /** The local hour at the start of this UTC hour; fractions are rounded down. */
  hour: (utcHour: number) => number
  /** Whether any hour so far had a fraction rounded off. */
  rounded: () => boolean
}

/** Counts by UTC hour since 1970. */
export type Hours = Map<number, Totals>

export const noTotals: Totals = { views: 0, clicks: 0, saves: 0, submissions: 0 }

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

type Interval = { start: number; end: number }

const bucketStarts: Record<Unit, (days: Interval) => Date[]> = {
  day: (days) => eachDayOfInterval(days, calendar),
  week: (days) => eachWeekOfInterval(days, calendar),
  month: (days) => eachMonthOfInterval(days, calendar),
  year: (days) => eachYearOfInterval(days, calendar),
}

export type ReportPeriod = {
  zone: string
  clock: Clock
  /** On the viewer's calendar. */
  today: number
  utcToday: number
  /** Undefined for all time, which starts with the first event. */
  window?: ReportWindow
  /** The previous period of the same length. */
  previous?: DayRange
  /** The UTC days that cover `window` and `previous`. */
  utcDays: DayRange
  previousUtcDays?: DayRange
  /** The UTC days for values stored by day: as many as the window has, ending today. */
  rollupDays: DayRange
  previousRollupDays?: DayRange
}

type PeriodRequest = { periodName?: PeriodName; zone: string; now?: number }

const everyDay = { from: 0, until: Number.MAX_SAFE_INTEGER }

export function reportPeriod({ periodName, zone, now = Date.now() }: PeriodRequest): ReportPeriod {
  const clock = localClock(zone)
  const today = dayAt(clock, Math.floor(now / hourMs))
  const utcToday = Math.floor(now / dayMs)
  const common = { zone, clock, today, utcToday }
  if (!periodName) return { ...common, utcDays: everyDay, rollupDays: everyDay }
  const window = windowUntil(periodName, today)
  const previous = previousDays(window)
  const { from, until } = coveringUtcDays(clock, window)
  const rollupDays = { from: utcToday - (window.until - window.from), until: utcToday }
  return {
    ...common,
    window,
    previous,
    utcDays: { from, until: Math.min(until, utcToday) },
    previousUtcDays: coveringUtcDays(clock, previous),
    rollupDays,
    previousRollupDays: previousDays(rollupDays),
  }
}

const always: TimeRange = { from: 0, until: 253_402_300_799_999 }

/** The time range of the window. It matches the report's hours, so an export has as many rows as the report counts. */
export function timeRangeOf({ window, clock }: ReportPeriod): TimeRange {
  if (!window) return always
  const { from, until } = coveringUtcHours(clock, window)
  return { from: from * hourMs, until: (until + 1) * hourMs }
}

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

function withBuckets({ from, until }: DayRange, unit: Unit): ReportWindow {
  const dates = bucketStarts[unit]({ start: from * dayMs, end: until * dayMs })
  return { from, until, unit, starts: dates.map((date) => Math.max(from, dayOf(date))) }
}

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / dayMs)
}

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

export function localClock(zone: string): Clock {
  // The library caches a formatter per name forever, and a zone can be spelled in many ways.
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  const minutesAt = (utcHour: number) => tzOffset(timeZone, new Date(utcHour * hourMs))
  const days = new Map<number, number>()
  const minutesAtStart = (utcDay: number) => {
    const known = days.get(utcDay)
    if (known !== undefined) return known
    const minutes = minutesAt(utcDay * 24)
    days.set(utcDay, minutes)
    return minutes
  }
  return {
    hour: (utcHour) => {
      const day = Math.floor(utcHour / 24)
      const minutes = minutesAtStart(day)
      const changes = minutes !== minutesAtStart(day + 1)
      return utcHour + Math.floor((changes ? minutesAt(utcHour) : minutes) / 60)
    },
    rounded: () => [...days.values()].some((minutes) => minutes % 60 !== 0),
  }
}

/** The local day at the start of this UTC hour. */
export function dayAt(clock: Clock, utcHour: number): number {
  return Math.floor(clock.hour(utcHour) / 24)
}

/** The first and last UTC hour of these local days, counted from 1970. */
export function coveringUtcHours(clock: Clock, { from, until }: DayRange): DayRange {
  let first = from * 24 - maxOffsetHours
  while (dayAt(clock, first) < from) first += 1
  let last = (until + 1) * 24 + maxOffsetHours
  while (dayAt(clock, last) > until) last -= 1
  return { from: first, until: last }
}

/** The UTC days that contain those hours. */
export function coveringUtcDays(clock: Clock, days: DayRange): DayRange {
  const hours = coveringUtcHours(clock, days)
  return { from: Math.floor(hours.from / 24), until: Math.floor(hours.until / 24) }
}
