/** The period of a report: what to read and how to bucket it, from the window, the viewer's zone and the time. */

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
import type { Range, Timeframe, Unit } from '../../schema/figures.ts'
import { dayMs, hourMs } from '../platform/time.ts'
import type { Span } from './export-rows.ts'

export type ReportPeriod = {
  zone: string
  clock: Clock
  /** On the viewer's calendar. */
  today: number
  utcToday: number
  /** Undefined for all time, which starts with the first event. */
  window?: Window
  /** The previous period of the same length. */
  before?: Days
  /** The UTC days that cover `window` and `before`. */
  utc: Days
  utcBefore?: Days
  /** The UTC days for values stored by day: as many as the window has, ending today. */
  counted: Days
  countedBefore?: Days
}

export type PeriodRequest = { span?: PeriodName; zone: string; now?: number }

const everyDay = { from: 0, until: Number.MAX_SAFE_INTEGER }

export function reportPeriod({ span, zone, now = Date.now() }: PeriodRequest): ReportPeriod {
  const clock = clockOf(zone)
  const today = dayAt(clock, Math.floor(now / hourMs))
  const utcToday = Math.floor(now / dayMs)
  const common = { zone, clock, today, utcToday }
  if (!span) return { ...common, utc: everyDay, counted: everyDay }
  const window = windowOf(span, today)
  const before = daysBefore(window)
  const { from, until } = utcDaysOf(clock, window)
  const counted = { from: utcToday - (window.until - window.from), until: utcToday }
  return {
    ...common,
    window,
    before,
    utc: { from, until: Math.min(until, utcToday) },
    utcBefore: utcDaysOf(clock, before),
    counted,
    countedBefore: daysBefore(counted),
  }
}

// Report windows and their buckets on the viewer's calendar. Days are counted from 1970.

/** First and last day. */
export type Days = { from: number; until: number }
/** `starts` are the first days of the buckets. */
export type Window = Days & { unit: Unit; starts: number[] }

export type PeriodName = Range | Exclude<Timeframe, 'all'>

// Calendar days have no time zone, so the arithmetic uses UTC, which has no clock changes.
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

const maxBuckets = 40

/** The window that ends today. */
export function windowOf(span: PeriodName, today: number): Window {
  const { length, unit } = spans[span]
  const from = dayOf(addDays(sub(today * dayMs, length, calendar), 1, calendar))
  return withBuckets({ from, until: today }, unit)
}

/** Everything since that day, in at most 40 buckets, or by year. */
export function windowSince(from: number, today: number): Window {
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
export function daysBefore({ from, until }: Days): Days {
  return { from: from - (until - from + 1), until: from - 1 }
}

/** A day as `YYYY-MM-DD`. */
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

// Converts UTC hours to the viewer's local hours and days.

/** Hours and days are counted from 1970, in UTC or local time. */
export type Clock = {
  /** The local hour at the start of this UTC hour; fractions are rounded down. */
  hour: (utcHour: number) => number
  /** Whether any hour so far had a fraction rounded off. */
  rounded: () => boolean
}

export function clockOf(zone: string): Clock {
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

/** The first and last UTC hour of these local days. */
function utcHoursOf(clock: Clock, { from, until }: Days): Days {
  // No zone has ever been further from UTC than this.
  const most = 16
  let first = from * 24 - most
  while (dayAt(clock, first) < from) first += 1
  let last = (until + 1) * 24 + most
  while (dayAt(clock, last) > until) last -= 1
  return { from: first, until: last }
}

/** The UTC days that contain those hours. */
export function utcDaysOf(clock: Clock, days: Days): Days {
  const hours = utcHoursOf(clock, days)
  return { from: Math.floor(hours.from / 24), until: Math.floor(hours.until / 24) }
}

// The time span of a report's window in milliseconds.

const always: Span = { from: 0, until: 253_402_300_799_999 }

/** Matches the report's hours, so an export has as many rows as the report counts. */
export function spanOf({ window, clock }: ReportPeriod): Span {
  if (!window) return always
  const { from, until } = utcHoursOf(clock, window)
  return { from: from * hourMs, until: (until + 1) * hourMs }
}
