/** What a report has to read and where it cuts, from its window, the viewer's zone and the time. */
import { type Clock, clockOf, dayAt, hourMs, utcDaysOf } from './clock.ts'
import { dayMs } from './counts.ts'
import { type Days, daysBefore, type PeriodName, type Window, windowOf } from './windows.ts'

export type Plan = {
  zone: string
  clock: Clock
  /** On the viewer's calendar. */
  today: number
  utcToday: number
  /** Undefined for all time, whose window begins with the first event. */
  window?: Window
  /** As long ago as the window is long. */
  before?: Days
  /** The UTC days that cover them. */
  utc: Days
  utcBefore?: Days
  /** The UTC days that what is kept by the day is added up over: as many as the window has, the last one today's. */
  counted: Days
  countedBefore?: Days
}

export type Asked = { span?: PeriodName; zone: string; now?: number }

const everyDay = { from: 0, until: Number.MAX_SAFE_INTEGER }

export function planOf({ span, zone, now = Date.now() }: Asked): Plan {
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
