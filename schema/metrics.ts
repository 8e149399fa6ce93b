/** Metrics of the installation over time: `GET /api/status/metrics`, for level 5. */
import * as z from 'zod/mini'

const metricRanges = ['24h', '30d'] as const
export type MetricRange = (typeof metricRanges)[number]

export const MetricsQuery = z.strictObject({ range: z._default(z.enum(metricRanges), '24h') })

const count = z.int()
/** Percentiles of the time until a response's headers, in milliseconds; null without requests. */
const ms = z.nullable(z.number())
const latency = z.object({ p50: ms, p95: ms, p99: ms })
export type Latency = z.infer<typeof latency>

const named = z.array(z.object({ name: z.string(), count }))

/** `failed` are responses with a status of 500 or above, `cached` the public cards that came from a cache. */
const figures = {
  requests: count,
  failed: count,
  views: count,
  cached: count,
  /** Of public cards, and of calls of the API. */
  view: latency,
  api: latency,
}

const point = z.object({
  /** The start of the period, ISO 8601. */
  at: z.string(),
  ...figures,
  /** The highest age of the queue's oldest message in milliseconds, and numbers of dead letters and failing jobs. */
  queueMs: z.number(),
  deadLetters: count,
  failingJobs: count,
})
export type MetricPoint = z.infer<typeof point>

export const Metrics = z
  .object({
    stepMs: count,
    /** Every period of the range, oldest first. */
    points: z.array(point),
    totals: z.object(figures),
    /** The routes with the most requests, at most 20. */
    routes: z.array(z.object({ route: z.string(), requests: count, failed: count, latency })),
    /** Views by the cache they came from; error responses by code; lines of the log by the code that wrote them. */
    caches: named,
    errors: named,
    logLines: named,
  })
  .register(z.globalRegistry, { id: 'Metrics' })
export type Metrics = z.infer<typeof Metrics>
