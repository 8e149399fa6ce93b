/** Times as a clock in a time zone shows them. */
import { tzOffset } from '@date-fns/tz'

const quarterHour = 900_000

/** Milliseconds as `2026-11-21 14:03:05` in the zone; made for many times that lie close to each other. */
export function clockOf(zone: string): (at: number) => string {
  let quarter = Number.NaN
  let offset = 0
  return (at) => {
    // Every zone changes its offset at a quarter hour of UTC, and asking for it costs ten times the rest.
    const now = Math.floor(at / quarterHour)
    if (now !== quarter) {
      quarter = now
      offset = tzOffset(zone, new Date(at)) * 60_000
    }
    return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}

/** The day it is in the zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, now: number): string {
  return clockOf(zone)(now).slice(0, 10)
}
