/** Times as a clock on the wall shows them. */
import { tzOffset } from '@date-fns/tz'

const quarterHour = 900_000

/** Milliseconds as `2026-11-21 14:03:05` in the zone; made for many times that lie close to each other. */
export function wallClock(zone: string): (at: number) => string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  let quarter = Number.NaN
  let offset = 0
  return (at) => {
    // Every zone changes its offset at a quarter hour of UTC, and asking for it costs ten times the rest.
    const now = Math.floor(at / quarterHour)
    if (now !== quarter) {
      quarter = now
      offset = tzOffset(timeZone, new Date(at)) * 60_000
    }
    const text = new Date(at + offset).toISOString()
    return `${text.slice(0, 10)} ${text.slice(11, 19)}`
  }
}
