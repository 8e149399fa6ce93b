/** `1,245`; from a million on `1.2M`, which wants the exact number beside it. */
export function formatCount(value: number): string {
  if (value < 1_000_000) return formatExact(value)
  return value.toLocaleString(undefined, { notation: 'compact', maximumFractionDigits: 1 })
}

export function formatExact(value: number): string {
  return value.toLocaleString()
}

/** As short as an axis wants it: `12K`. */
export function formatTick(value: number): string {
  return value.toLocaleString(undefined, { notation: 'compact', maximumFractionDigits: 1 })
}

/** `37.84%`; a summary tile has one decimal. */
export function formatPercent(value: number, decimals = 2): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${value.toLocaleString(undefined, digits)}%`
}

/** The part of a whole, `0.00%` of nothing. */
export function formatShare(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : (part * 100) / whole)
}

/** `42 s`, `3 min 5 s`, `8 h 4 min`: the two largest parts. */
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
