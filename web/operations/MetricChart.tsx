import { type ReactNode, useState } from 'react'
import type { Latency, MetricPoint, Metrics } from '../../schema/metrics.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { formatDuration, formatExact, formatTick } from '../ui/charts/format-number.ts'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { lineStyles } from '../ui/charts/palette.ts'
import { peak } from '../ui/charts/peak.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

type Time = { points: MetricPoint[]; stepMs: number }

/** A line chart of the metrics over time. */
export function MetricChart({
  points,
  stepMs,
  lines,
  write = formatExact,
  ...frame
}: Time & {
  title: string
  lines: { name: string; values: number[] }[]
  sums?: string[]
  write?: (value: number) => string
  note?: string
  choice?: ReactNode
}) {
  const titles = points.map(({ at }) => formatDateTime(at))
  return (
    <div className="panel">
      <LineChart
        {...frame}
        label={lines
          .map(({ name, values }) => peak(name, values, { titles, most: t('Highest'), write }))
          .join('. ')}
        columns={t('Time')}
        lines={lines.map((line, index) => ({ ...line, look: lineStyles[index] ?? lineStyles[0] }))}
        labels={points.map(({ at }) => shortTime(at, stepMs))}
        titles={titles}
        write={write}
        writeTick={write === formatExact ? formatTick : write}
      />
    </div>
  )
}

const groups = [
  { value: 'view', label: t('Cards') },
  { value: 'api', label: t('API') },
] as const

const percentiles = [
  { name: 'p50', of: ({ p50 }: Latency) => p50 },
  { name: 'p95', of: ({ p95 }: Latency) => p95 },
  { name: 'p99', of: ({ p99 }: Latency) => p99 },
]

/** Response times of the public cards or the API. */
export function LatencyChart({ metrics, ...time }: Time & { metrics: Metrics }) {
  const [group, setGroup] = useState<(typeof groups)[number]['value']>('view')
  return (
    <MetricChart
      {...time}
      title={t('Response time')}
      lines={percentiles.map(({ name, of }) => ({
        name,
        values: time.points.map((point) => of(point[group]) ?? 0),
      }))}
      sums={percentiles.map(({ of }) => formatMs(of(metrics.totals[group]) ?? 0))}
      write={formatMs}
      choice={
        <SegmentedControl
          label={t('Response time of')}
          options={groups}
          value={group}
          onChange={setGroup}
        />
      }
      note={t(
        'Until the headers of the response, without processor time. p95: 95 of 100 took no longer.',
      )}
    />
  )
}

/** `12 ms`, `1.5 s`, `3 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${formatExact(Math.round(ms))} ms`
  return ms < 60_000 ? `${formatExact(Math.round(ms / 100) / 10)} s` : formatDuration(ms)
}

const dayMs = 86_400_000

// The viewer's time zone: hours within a day, otherwise days.
function shortTime(at: string, stepMs: number): string {
  const date = new Date(at)
  return stepMs * 96 <= dayMs
    ? date.toLocaleTimeString(locale, { timeStyle: 'short' })
    : date.toLocaleDateString(locale, { day: 'numeric', month: 'short' })
}
