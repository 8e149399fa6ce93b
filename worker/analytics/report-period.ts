/** The period of a report: what to read and how to bucket it, from the window, the viewer's zone and the time. */
import { type DayRange, dayMs, hourMs } from '../platform/time.ts'
import type { TimeRange } from './export-rows.ts'
import { type Clock, coveringUtcDays, coveringUtcHours, dayAt, localClock } from './local-clock.ts'
import { type PeriodName, previousDays, type ReportWindow, windowUntil } from './report-window.ts'

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
