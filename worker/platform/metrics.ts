/**
 * Counts requests and errors in the memory of this isolate until `ops/metrics/flush.ts` takes them. No key has a URL,
 * an address or an id: a route is the pattern of its endpoint. If the isolate ends first, its counts are lost.
 */

/** Upper bounds of the latency buckets, in milliseconds; one more bucket has everything above. */
export const bucketsMs = [
  5, 10, 25, 50, 75, 100, 150, 200, 300, 450, 600, 1000, 1500, 2500, 5000, 10_000,
] as const

/** The cache that served a page; `none` for a page that was made, and for every other response. */
export type CacheLayer = 'isolate' | 'data-center' | 'tiered' | 'last-copy' | 'none'

/** Sums by key: `route|2|none|bucket`, with the first digit of the status, `error|code` or `log|at`. */
export type Counts = Record<string, number>

/** The bucket of the sum of all latencies, in milliseconds. */
export const sumBucket = 'ms'

type CountedRequest = { route: string; status: number; cache: CacheLayer; ms: number }

let counts: Counts = {}

/** Counts a response and the time until its headers, in milliseconds. */
export function countRequest({ route, status, cache, ms }: CountedRequest): void {
  const series = `${route}|${Math.floor(status / 100)}|${cache}`
  const found = bucketsMs.findIndex((limit) => ms <= limit)
  const bucket = found === -1 ? bucketsMs.length : found
  add(`${series}|${bucket}`, 1)
  if (ms > 0) add(`${series}|${sumBucket}`, ms)
}

/** Counts an error response by its `X-Error-Code`. */
export function countError(code: string): void {
  add(`error|${code}`, 1)
}

/** Counts a line of the log, each of which is a failure, by the name of the code that wrote it. */
export function countLogLine(at: string): void {
  add(`log|${at}`, 1)
}

/** Returns the counts since the last call. */
export function takeCounts(): Counts {
  const taken = counts
  counts = {}
  return taken
}

function add(key: string, value: number): void {
  counts[key] = (counts[key] ?? 0) + value
}
