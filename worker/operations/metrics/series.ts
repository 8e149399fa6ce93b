/** Reads the keys of counts: series of requests with their latency histograms, and errors. */
import { bucketsMs, type Counts, sumBucket } from '../../platform/metrics.ts'

/** The requests of one route, status class (`2` for 2xx) and cache. `buckets` has one count more than `bucketsMs`. */
export type Series = {
  route: string
  status: string
  cache: string
  requests: number
  sumMs: number
  buckets: number[]
}

/** Returns the series of requests, without the errors. */
export function seriesOf(counts: Counts): Series[] {
  const all = new Map<string, Series>()
  for (const [key, value] of Object.entries(counts)) {
    const [route = '', status = '', cache = '', bucket = ''] = key.split('|')
    if (!bucket) continue
    const name = `${route}|${status}|${cache}`
    const series = all.get(name) ?? { route, status, cache, ...emptyHistogram() }
    all.set(name, series)
    if (bucket === sumBucket) series.sumMs += value
    else series.requests += value
    if (bucket !== sumBucket) series.buckets[Number(bucket)] = value
  }
  return [...all.values()]
}

/** Returns the counts of `error` or `log` by code or place, largest first. */
export function errorsOf(counts: Counts, kind: 'error' | 'log'): { name: string; count: number }[] {
  return Object.entries(counts)
    .flatMap(([key, count]) => {
      const [first, name = '', bucket] = key.split('|')
      return first === kind && bucket === undefined ? [{ name, count }] : []
    })
    .sort((one, other) => other.count - one.count)
}

/** Adds up the counts by key. */
export function sumCounts(all: Counts[]): Counts {
  const total: Counts = {}
  for (const counts of all)
    for (const [key, value] of Object.entries(counts)) total[key] = (total[key] ?? 0) + value
  return total
}

export type Histogram = Pick<Series, 'requests' | 'sumMs' | 'buckets'>

/** Adds up the histograms. */
export function sumHistograms(all: Histogram[]): Histogram {
  return all.reduce(
    (total, { requests, sumMs, buckets }) => ({
      requests: total.requests + requests,
      sumMs: total.sumMs + sumMs,
      buckets: total.buckets.map((count, index) => count + (buckets[index] ?? 0)),
    }),
    emptyHistogram(),
  )
}

/**
 * The latency in milliseconds that this share (0 to 1) of the requests stayed within, interpolated in its bucket; null
 * without requests. Above the last bound it is that bound.
 */
export function percentile({ requests, buckets }: Histogram, share: number): number | null {
  if (requests === 0) return null
  const rank = share * requests
  let below = 0
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && below + count >= rank) {
      const [from, to] = [bucketsMs[index - 1] ?? 0, bucketsMs[index]]
      return to === undefined ? from : from + ((to - from) * (rank - below)) / count
    }
    below += count
  }
  return bucketsMs[bucketsMs.length - 1] ?? null
}

function emptyHistogram(): Histogram {
  return { requests: 0, sumMs: 0, buckets: Array(bucketsMs.length + 1).fill(0) }
}
