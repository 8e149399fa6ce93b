/** What a report has to read and where it cuts, from its window, the viewer's zone and the time. */
import { type Clock, clockOf, dayAt, hourMs, utcDaysOf } from './clock.ts'
import { dayMs } from './counts.ts'
import { type Days, daysBefore, type Span, type Window, windowOf } from './windows.ts'

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
}

export type Asked = { span?: Span; zone: string; now?: number }

const everyDay = { from: 0, until: Number.MAX_SAFE_INTEGER }

export function planOf({ span, zone, now = Date.now() }: Asked): Plan {
  const clock = clockOf(zone)
  const today = dayAt(clock, Math.floor(now / hourMs))
  const utcToday = Math.floor(now / dayMs)
  const common = { zone, clock, today, utcToday }
  if (!span) return { ...common, utc: everyDay }
  const window = windowOf(span, today)
  const { from, until } = utcDaysOf(clock, window)
  const before = daysBefore(window)
  return {
    ...common,
    window,
    before,
    utc: { from, until: Math.min(until, utcToday) },
    utcBefore: utcDaysOf(clock, before),
  }
}
