/** Converts UTC hours to the viewer's local hours and days, and back. */
import { tzOffset } from '@date-fns/tz'
import { type DayRange, hourMs } from '../platform/time.ts'

// No zone has ever been further from UTC than this.
const maxOffsetHours = 16

/** Hours and days are counted from 1970, in UTC or local time. */
export type Clock = {
  /** The local hour at the start of this UTC hour; fractions are rounded down. */
  hour: (utcHour: number) => number
  /** Whether any hour so far had a fraction rounded off. */
  rounded: () => boolean
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
