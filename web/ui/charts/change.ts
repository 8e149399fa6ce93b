import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { formatExact, formatPercent } from './format-number.ts'

/**
 * The change of a figure against the previous window; `short` is the visual text next to an arrow,
 * `words` the full text.
 */
export type Change = { way: 'up' | 'down' | 'same'; short: string; words: string }

/** `before` names the earlier window, such as `the previous 7 days`. */
export function changeOf(now: number, then: number, before: string): Change {
  const way = wayOf(now - then)
  if (way === 'same')
    return { way, short: t('No change'), words: t('Same as {before}', { before }) }
  if (then === 0) return { way, short: t('New'), words: t('None in {before}', { before }) }
  const size = formatPercent((Math.abs(now - then) * 100) / then, 0)
  return { way, short: size, words: moved(way, { size, earlier: formatExact(then), before }) }
}

/** Rates are compared in percentage points, from their rounded values. */
export function changeOfRate(now: number, then: number, before: string): Change {
  const points = Math.round(now * 10) / 10 - Math.round(then * 10) / 10
  const way = wayOf(Math.round(points * 10))
  if (way === 'same')
    return { way, short: t('No change'), words: t('Same as {before}', { before }) }
  const size = t('{points} points', {
    points: (Math.round(Math.abs(points) * 10) / 10).toLocaleString(locale),
  })
  return { way, short: size, words: moved(way, { size, earlier: formatPercent(then, 1), before }) }
}

function moved(
  way: 'up' | 'down',
  values: { size: string; earlier: string; before: string },
): string {
  return way === 'up'
    ? t('Up {size}: {earlier} in {before}', values)
    : t('Down {size}: {earlier} in {before}', values)
}

function wayOf(difference: number): Change['way'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}
