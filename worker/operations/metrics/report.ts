/** The metrics of the status screen. */
import type { Latency, MetricPoint, MetricRange, Metrics } from '../../../schema/metrics.ts'
import { hourMs, minuteMs } from '../../platform/time.ts'
import { errorsOf, percentile, type Series, seriesOf, sumCounts, sumHistograms } from './series.ts'
import { type Period, readPeriods } from './store.ts'

const viewRoute = 'GET /view/:slug'

const ranges: Record<MetricRange, { lengthMs: number; stepMs: number; hours: boolean }> = {
  '24h': { lengthMs: 24 * hourMs, stepMs: 15 * minuteMs, hours: false },
  '30d': { lengthMs: 30 * 24 * hourMs, stepMs: 6 * hourMs, hours: true },
}
const maxRoutes = 20

export async function metricsOf(
  { DB }: { DB: D1Database },
  range: MetricRange,
  now = Date.now(),
): Promise<Metrics> {
  const { lengthMs, stepMs, hours } = ranges[range]
  const last = Math.floor(now / stepMs) * stepMs
  const first = last - lengthMs + stepMs
  const periods = await readPeriods(DB, { since: first, stepMs, hours })
  const found = new Map(periods.map((period) => [period.start, period]))
  const starts = Array.from({ length: lengthMs / stepMs }, (_, index) => first + index * stepMs)
  const counts = sumCounts(periods.map((period) => period.counts))
  const series = seriesOf(counts)
  return {
    stepMs,
    points: starts.map((start) => pointOf(found.get(start) ?? { start, counts: {}, gauges: {} })),
    totals: figuresOf(series),
    routes: routesOf(series),
    caches: cachesOf(series),
    errors: errorsOf(counts, 'error'),
    logLines: errorsOf(counts, 'log'),
  }
}

const recentMs = 5 * minuteMs

/** The figures of the last five minutes. */
export async function recentFigures(DB: D1Database, now: number): Promise<Metrics['totals']> {
  const since = Math.floor((now - recentMs) / minuteMs) * minuteMs
  const periods = await readPeriods(DB, { since, stepMs: minuteMs, hours: false })
  return figuresOf(seriesOf(sumCounts(periods.map(({ counts }) => counts))))
}

function pointOf({ start, counts, gauges }: Period): MetricPoint {
  return {
    at: new Date(start).toISOString(),
    ...figuresOf(seriesOf(counts)),
    queueMs: gauges.queueMs ?? 0,
    deadLetters: gauges.deadLetters ?? 0,
    failingJobs: gauges.failingJobs ?? 0,
  }
}

function figuresOf(series: Series[]): Metrics['totals'] {
  const views = series.filter(({ route }) => route === viewRoute)
  return {
    requests: countOf(series),
    failed: countOf(series.filter(isFailed)),
    views: countOf(views),
    cached: countOf(views.filter(({ cache }) => cache !== 'none')),
    view: latencyOf(views),
    api: latencyOf(series.filter(({ route }) => route.includes(' /api/'))),
  }
}

function routesOf(series: Series[]): Metrics['routes'] {
  return [...Map.groupBy(series, ({ route }) => route)]
    .map(([route, own]) => ({
      route,
      requests: countOf(own),
      failed: countOf(own.filter(isFailed)),
      latency: latencyOf(own),
    }))
    .sort((one, other) => other.requests - one.requests)
    .slice(0, maxRoutes)
}

function cachesOf(series: Series[]): Metrics['caches'] {
  const views = series.filter(({ route }) => route === viewRoute)
  return [...Map.groupBy(views, ({ cache }) => cache)]
    .map(([name, own]) => ({ name, count: countOf(own) }))
    .sort((one, other) => other.count - one.count)
}

function isFailed({ status }: Series): boolean {
  return status === '5'
}

function countOf(series: Series[]): number {
  return series.reduce((sum, { requests }) => sum + requests, 0)
}

function latencyOf(series: Series[]): Latency {
  const whole = sumHistograms(series)
  return {
    p50: percentile(whole, 0.5),
    p95: percentile(whole, 0.95),
    p99: percentile(whole, 0.99),
  }
}
