import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'

/** `1,245`; from a million on `1.2M`, which should come with the exact number. */
export function formatCount(value: number): string {
  if (value < 1_000_000) return formatExact(value)
  return value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 })
}

export function formatExact(value: number): string {
  return value.toLocaleString(locale)
}

/** Short form for an axis: `12K`. */
export function formatTick(value: number): string {
  return value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 })
}

/** `37.84%`; summary tiles use one decimal. */
export function formatPercent(value: number, decimals = 2): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${value.toLocaleString(locale, digits)}%`
}

/** The share as a percentage; `0.00%` if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : (part * 100) / whole)
}

/** The two largest units: `42 s`, `3 min 5 s`, `8 h 4 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return t('{seconds} s', { seconds })
  if (seconds < 3600) {
    const [minutes, rest] = sixties(seconds)
    return rest ? t('{minutes} min {rest} s', { minutes, rest }) : t('{minutes} min', { minutes })
  }
  const [hours, rest] = sixties(Math.round(seconds / 60))
  return rest ? t('{hours} h {rest} min', { hours, rest }) : t('{hours} h', { hours })
}

function sixties(small: number): [string, number] {
  return [formatExact(Math.floor(small / 60)), small % 60]
}
