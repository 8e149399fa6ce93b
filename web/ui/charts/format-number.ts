/** `1,245`; from a million on `1.2M`, which should come with the exact number. */
export function formatCount(value: number): string {
  if (value < 1_000_000) return formatExact(value)
  return value.toLocaleString(undefined, { notation: 'compact', maximumFractionDigits: 1 })
}

export function formatExact(value: number): string {
  return value.toLocaleString()
}

/** Short form for an axis: `12K`. */
export function formatTick(value: number): string {
  return value.toLocaleString(undefined, { notation: 'compact', maximumFractionDigits: 1 })
}

/** `37.84%`; summary tiles use one decimal. */
export function formatPercent(value: number, decimals = 2): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${value.toLocaleString(undefined, digits)}%`
}

/** The share as a percentage; `0.00%` if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : (part * 100) / whole)
}

/** The two largest units: `42 s`, `3 min 5 s`, `8 h 4 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return twoParts(seconds, 'min', 's')
  return twoParts(Math.round(seconds / 60), 'h', 'min')
}

function twoParts(small: number, large: string, unit: string): string {
  const rest = small % 60
  return `${formatExact(Math.floor(small / 60))} ${large}${rest ? ` ${rest} ${unit}` : ''}`
}

/** `1 view`, `2 views`. */
export function counted(value: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatExact(value)} ${value === 1 ? one : many}`
}
