import { formatExact, formatPercent } from './format-number.ts'

/**
 * The change of a figure against the previous window; `short` is the visual text next to an arrow,
 * `words` the full text.
 */
export type Change = { way: 'up' | 'down' | 'same'; short: string; words: string }

/** `before` names the earlier window, such as `the previous 7 days`. */
export function changeOf(now: number, then: number, before: string): Change {
  const way = wayOf(now - then)
  const had = `${formatExact(then)} in ${before}`
  if (way === 'same') return { way, short: 'No change', words: `Same as ${before}` }
  if (then === 0) return { way, short: 'New', words: `None in ${before}` }
  const size = formatPercent((Math.abs(now - then) * 100) / then, 0)
  return { way, short: size, words: `${way === 'up' ? 'Up' : 'Down'} ${size}: ${had}` }
}

/** Rates are compared in percentage points, from their rounded values. */
export function changeOfRate(now: number, then: number, before: string): Change {
  const points = Math.round(now * 10) / 10 - Math.round(then * 10) / 10
  const way = wayOf(Math.round(points * 10))
  if (way === 'same') return { way, short: 'No change', words: `Same as ${before}` }
  const size = `${(Math.round(Math.abs(points) * 10) / 10).toLocaleString()} points`
  const had = `${formatPercent(then, 1)} in ${before}`
  return { way, short: size, words: `${way === 'up' ? 'Up' : 'Down'} ${size}: ${had}` }
}

function wayOf(difference: number): Change['way'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}
