import { useState } from 'react'
import type { MetricRange, Metrics } from '../../schema/metrics.ts'
import { t, tIn } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { BarList } from '../ui/charts/BarList.tsx'
import { ChartTable } from '../ui/charts/ChartTable.tsx'
import { formatExact, formatPercent, formatShare } from '../ui/charts/format-number.ts'
import { lineStyles } from '../ui/charts/palette.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useMetrics } from './data.ts'
import { formatMs, LatencyChart, MetricChart } from './MetricChart.tsx'

const ranges = [
  { value: '24h', label: t('24 hours') },
  { value: '30d', label: t('30 days') },
] as const

/** Requests, response times, caches, the queue and errors over time. */
export function MetricsSection() {
  const [range, setRange] = useState<MetricRange>('24h')
  const { metrics, error, revalidate } = useMetrics(range)
  return (
    <section className="stack" data-gap="4" aria-labelledby="metrics-heading">
      <div className="metrics-header">
        <h2 id="metrics-heading">{t('Metrics')}</h2>
        <SegmentedControl label={t('Period')} options={ranges} value={range} onChange={setRange} />
      </div>
      {error && (
        <ErrorPanel title={t('Error loading metrics')} error={error} onRetry={revalidate} />
      )}
      {metrics ? (
        <Loaded metrics={metrics} />
      ) : (
        !error && (
          <div
            className="skeleton skeleton-row"
            role="status"
            aria-label={t('Loading')}
            aria-busy
          />
        )
      )}
    </section>
  )
}

function Loaded({ metrics }: { metrics: Metrics }) {
  if (metrics.totals.requests === 0)
    return (
      <EmptyState
        icon="chart"
        title={t('No requests counted yet')}
        text={t('The first ones appear here within a minute.')}
      />
    )
  const { points, stepMs } = metrics
  const time = { points, stepMs }
  return (
    <div className="metrics-grid">
      <MetricChart
        {...time}
        title={t('Requests')}
        lines={[
          { name: t('All'), values: points.map(({ requests }) => requests) },
          { name: t('Failed'), values: points.map(({ failed }) => failed) },
        ]}
        sums={[formatExact(metrics.totals.requests), formatExact(metrics.totals.failed)]}
        note={t('Failed: status 500 and above.')}
      />
      <LatencyChart {...time} metrics={metrics} />
      <MetricChart
        {...time}
        title={t('Cards served from a cache')}
        lines={[{ name: tIn('proportion', 'Share'), values: points.map(cachedShare) }]}
        sums={[formatShare(metrics.totals.cached, metrics.totals.views)]}
        write={(value) => formatPercent(value, 0)}
      />
      <MetricChart
        {...time}
        title={t('Age of the oldest queued event')}
        lines={[{ name: t('Age'), values: points.map(({ queueMs }) => queueMs) }]}
        write={formatMs}
        note={t('The highest in each period.')}
      />
      <MetricChart
        {...time}
        title={t('Unrecorded events and failing jobs')}
        lines={[
          { name: t('Events not recorded'), values: points.map(({ deadLetters }) => deadLetters) },
          { name: t('Failing jobs'), values: points.map(({ failingJobs }) => failingJobs) },
        ]}
        note={t('The highest in each period.')}
      />
      <Rankings metrics={metrics} />
      <RouteTable metrics={metrics} />
    </div>
  )
}

function cachedShare({ cached, views }: Metrics['points'][number]): number {
  return views === 0 ? 0 : (cached * 100) / views
}

function Rankings({ metrics: { caches, errors, logLines, totals } }: { metrics: Metrics }) {
  const lists = [
    {
      title: t('Cards by cache'),
      named: caches.map(({ name, count }) => ({ name: cacheNames[name] ?? name, count })),
      total: {
        value: totals.views,
        name: t('{count, plural, one {view} other {views}}', { count: totals.views }),
      },
      empty: t('No card was opened.'),
    },
    {
      title: t('Error responses by code'),
      named: errors,
      total: totalOf(errors),
      empty: t('No errors.'),
    },
    {
      title: t('Failures in the log'),
      named: logLines,
      total: totalOf(logLines),
      empty: t('No failures.'),
    },
  ]
  return lists.map(({ title, named, total, empty }) => (
    <div key={title} className="panel">
      <BarList
        title={title}
        bars={named.map(({ name, count }) => ({ name, value: count }))}
        color={lineStyles[0].color}
        total={total}
        empty={empty}
      />
    </div>
  ))
}

function totalOf(named: Metrics['errors']) {
  const value = named.reduce((sum, { count }) => sum + count, 0)
  return { value, name: t('in all') }
}

const cacheNames: Record<string, string> = {
  isolate: t('Memory of the worker'),
  'data-center': t('Cache of the data center'),
  tiered: t('Tiered cache'),
  'last-copy': t('Last copy, while the database failed'),
  none: t('No cache'),
}

// Scrollable regions must be focusable for keyboard scrolling.
const reachable = { tabIndex: 0 }

function RouteTable({ metrics: { routes } }: { metrics: Metrics }) {
  const caption = t('The routes with the most requests')
  return (
    <div className="panel stack metrics-wide" data-gap="3">
      <h3>{t('Routes')}</h3>
      <section className="table-scroll" aria-label={caption} {...reachable}>
        <ChartTable
          caption={caption}
          head={[t('Route'), t('Requests'), t('Failed'), 'p50', 'p95', 'p99']}
          rows={routes.map(({ route, requests, failed, latency }) => ({
            name: route,
            cells: [
              formatExact(requests),
              formatExact(failed),
              ...[latency.p50, latency.p95, latency.p99].map((ms) => formatMs(ms ?? 0)),
            ],
          }))}
        />
      </section>
    </div>
  )
}
