import useSWR from 'swr'
import { type MetricRange, Metrics } from '../../schema/metrics.ts'
import { Status } from '../../schema/status.ts'
import { request } from '../api.ts'

const pollMs = 30_000

/** The installation's status, refreshed every 30 s while visible. */
export function useStatus() {
  const { data, error, isValidating, mutate } = useSWR('/api/status', readStatus, {
    refreshInterval: pollMs,
  })
  return { status: data, error, busy: isValidating, revalidate: mutate }
}

function readStatus(key: string) {
  return request(key, Status)
}

/** The metrics of the range, refreshed every minute while visible. */
export function useMetrics(range: MetricRange) {
  const { data, error, mutate } = useSWR(`/api/status/metrics?range=${range}`, readMetrics, {
    refreshInterval: 2 * pollMs,
    keepPreviousData: true,
  })
  return { metrics: data, error, revalidate: mutate }
}

function readMetrics(key: string) {
  return request(key, Metrics)
}
