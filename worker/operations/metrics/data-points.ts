/** Data points of Workers Analytics Engine: at most 25 an invocation, with 20 blobs, 20 doubles and one index each. */
import type { Counts } from '../../platform/metrics.ts'
import { errorsOf, seriesOf, sumHistograms } from './series.ts'

const maxPoints = 25
const maxErrors = maxPoints - 2
const maxIndexBytes = 96

/**
 * One point per series. Blobs: route, status, cache; of an error `error` or `log`, and its kind. Doubles: requests,
 * milliseconds in all, then one per latency bucket; of an error its number. Series beyond 25 points share one, and so do errors.
 */
export function toDataPoints(counts: Counts): AnalyticsEngineDataPoint[] {
  const series = seriesOf(counts).sort((one, other) => other.requests - one.requests)
  const errors = (['error', 'log'] as const)
    .flatMap((kind) => errorsOf(counts, kind).map((error) => ({ kind, ...error })))
    .sort((one, other) => other.count - one.count)
  const shownErrors = errors.length > maxErrors ? errors.slice(0, maxErrors - 1) : errors
  const otherErrors = errors.slice(shownErrors.length).reduce((sum, { count }) => sum + count, 0)
  const errorPoints = [
    ...shownErrors,
    ...(otherErrors > 0 ? [{ kind: 'error', name: 'other', count: otherErrors }] : []),
  ]
  const left = maxPoints - errorPoints.length
  const shown = series.length > left ? series.slice(0, left - 1) : series
  const others = series.slice(shown.length)
  const other = { route: 'other', status: '', cache: '', ...sumHistograms(others) }
  return [
    ...[...shown, ...(others.length > 0 ? [other] : [])].map((each) => ({
      blobs: [each.route, each.status, each.cache],
      doubles: [each.requests, each.sumMs, ...each.buckets],
      indexes: [each.route.slice(0, maxIndexBytes)],
    })),
    ...errorPoints.map(({ kind, name, count }) => ({
      blobs: [kind, name],
      doubles: [count],
      indexes: [kind],
    })),
  ]
}
