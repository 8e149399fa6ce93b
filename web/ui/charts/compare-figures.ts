/** Compares figures with those of the previous window. */
import { formatExact, formatPercent } from './format-number.ts'

/**
 * The change of a figure against the previous window; `short` is the visual text next to an arrow,
 * `description` the full text.
 */
export type Change = { direction: 'up' | 'down' | 'same'; short: string; description: string }

/** `previousName` names the earlier window, such as `the previous 7 days`. */
export function compareCounts(current: number, previous: number, previousName: string): Change {
  const direction = directionOf(current - previous)
  const previousText = `${formatExact(previous)} in ${previousName}`
  if (direction === 'same')
    return { direction, short: 'No change', description: `Same as ${previousName}` }
  if (previous === 0) return { direction, short: 'New', description: `None in ${previousName}` }
  const size = formatPercent((Math.abs(current - previous) * 100) / previous, 0)
  return {
    direction,
    short: size,
    description: `${direction === 'up' ? 'Up' : 'Down'} ${size}: ${previousText}`,
  }
}

/** Rates are compared in percentage points, from their rounded values. */
export function compareRates(current: number, previous: number, previousName: string): Change {
  const points = Math.round(current * 10) / 10 - Math.round(previous * 10) / 10
  const direction = directionOf(Math.round(points * 10))
  if (direction === 'same')
    return { direction, short: 'No change', description: `Same as ${previousName}` }
  const size = `${(Math.round(Math.abs(points) * 10) / 10).toLocaleString()} points`
  const previousText = `${formatPercent(previous, 1)} in ${previousName}`
  return {
    direction,
    short: size,
    description: `${direction === 'up' ? 'Up' : 'Down'} ${size}: ${previousText}`,
  }
}

function directionOf(difference: number): Change['direction'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}
