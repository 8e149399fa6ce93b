import type { Bucket, Figures, Unit } from '../../../schema/analytics/figures.ts'
import { locale } from '../../messages/language.ts'

/** Returns an axis label: `Mon 8`, `8 Jun`, `Jun 2026` or `2026`. `start` is a day, `YYYY-MM-DD`. */
export function bucketLabel(start: string, unit: Unit): string {
  return format(start, labels[unit])
}

/** Returns full names: `Monday 8 June`, a week's days, `June 2026` or `2026`. The last bucket ends with the window. */
export function bucketTitles({
  series,
  unit,
  window,
}: Pick<Figures, 'series' | 'unit' | 'window'>): string[] {
  return series.map(({ start }, index) =>
    unit === 'week'
      ? period(start, lastDay(series[index + 1], window?.until ?? start))
      : format(start, titles[unit]),
  )
}

/** Formats a range such as `8 – 14 Jun 2026` in the viewer's locale. */
export function period(from: string, until: string): string {
  const style = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return style.formatRange(noon(from), noon(until))
}

/** Returns `14:00` or `2 PM`. */
export function hourName(hour: number): string {
  return new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
}

/** Returns an axis label, `14` or `2 PM`, as the viewer's locale writes hours. */
export function hourLabel(hour: number): string {
  return new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString(locale, {
    hour: 'numeric',
    timeZone: 'UTC',
  })
}

/** Returns the name of a weekday; Monday is 0. */
export function weekdayName(day: number, style: 'long' | 'short' = 'long'): string {
  // 5 January 2026 is a Monday.
  return format(`2026-01-${String(5 + day).padStart(2, '0')}`, { weekday: style })
}

const labels: Record<Unit, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', day: 'numeric' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}

const titles: Record<Exclude<Unit, 'week'>, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
}

function lastDay(next: Bucket | undefined, until: string): string {
  if (!next) return until
  return new Date(noon(next.start).getTime() - 86_400_000).toISOString().slice(0, 10)
}

function format(day: string, style: Intl.DateTimeFormatOptions): string {
  return noon(day).toLocaleDateString(locale, { ...style, timeZone: 'UTC' })
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
