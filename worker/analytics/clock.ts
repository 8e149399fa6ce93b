/** The viewer's clock: which hour and day it is in a time zone when a UTC hour begins. */
import { tzOffset } from '@date-fns/tz'
import type { Days } from './windows.ts'

/** Hours and days are counted from 1970, in UTC or on the clock on the wall. */
export type Clock = {
  /** The hour on the wall while this UTC hour begins; a part of an hour is rounded down. */
  hour: (utcHour: number) => number
  /** Whether an hour asked for so far had a part rounded away. */
  rounded: () => boolean
}

export const hourMs = 3_600_000

export function clockOf(zone: string): Clock {
  // The library keeps a formatter by name for ever, and a name may be spelled in many ways.
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

/** The day on the wall while this UTC hour begins. */
export function dayAt(clock: Clock, utcHour: number): number {
  return Math.floor(clock.hour(utcHour) / 24)
}

/** The UTC hours that lie in these days on the wall, first and last. */
export function utcHoursOf(clock: Clock, { from, until }: Days): Days {
  // No clock is further from UTC than this, whatever it was set to in the past.
  const most = 16
  let first = from * 24 - most
  while (dayAt(clock, first) < from) first += 1
  let last = (until + 1) * 24 + most
  while (dayAt(clock, last) > until) last -= 1
  return { from: first, until: last }
}

/** The UTC days that those hours lie in. */
export function utcDaysOf(clock: Clock, days: Days): Days {
  const hours = utcHoursOf(clock, days)
  return { from: Math.floor(hours.from / 24), until: Math.floor(hours.until / 24) }
}
