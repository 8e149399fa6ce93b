/** Times as a clock on the wall shows them, and as programs read them; made for many times that lie close to each other. */
import { tzOffset } from '@date-fns/tz'

const quarterHour = 900_000
const hour = 3_600_000

/** Milliseconds as `2026-11-21 14:03:05` in the zone. */
export function wallClock(zone: string): (at: number) => string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  const hourText = rememberingHour((text) => `${text.slice(0, 10)} ${text.slice(11, 13)}`)
  let quarter = Number.NaN
  let offset = 0
  return (at) => {
    // Every zone changes its offset at a quarter hour of UTC, and asking for it costs ten times the rest.
    const now = Math.floor(at / quarterHour)
    if (now !== quarter) {
      quarter = now
      offset = tzOffset(timeZone, new Date(at)) * 60_000
    }
    return hourText(at + offset) + inHour(at + offset)
  }
}

/** Milliseconds as `2026-11-21T13:03:05.007Z`. */
export function utcClock(): (at: number) => string {
  const hourText = rememberingHour((text) => text.slice(0, 13))
  return (at) => `${hourText(at) + inHour(at)}.${String(at % 1000).padStart(3, '0')}Z`
}

function rememberingHour(cut: (text: string) => string): (at: number) => string {
  let known = Number.NaN
  let text = ''
  return (at) => {
    const now = Math.floor(at / hour)
    if (now !== known) {
      known = now
      text = cut(new Date(now * hour).toISOString())
    }
    return text
  }
}

const sixty = Array.from({ length: 60 }, (_, number) => `:${String(number).padStart(2, '0')}`)

function inHour(at: number): string {
  const seconds = Math.floor(at / 1000) % 3600
  return (sixty[Math.floor(seconds / 60)] ?? '') + (sixty[seconds % 60] ?? '')
}
