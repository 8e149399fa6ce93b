/**
 * Writes the counts of this isolate to the table and, if it is bound, to Workers Analytics Engine:
 * `METRICS_FLUSH_SECONDS` after the first request, in the background; with 0, for tests, only the cron trigger writes those of its own isolate. The table is
 * what the status screen, the alerts and `/api/metrics` read, because Analytics Engine can only be read over HTTP with a
 * token of the account.
 */
import type { Bindings } from '../../env.ts'
import { log } from '../../platform/log.ts'
import { type Counts, takeCounts } from '../../platform/metrics.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { toDataPoints } from './data-points.ts'
import { sumCounts } from './series.ts'
import { addCounts } from './store.ts'

// `waitUntil` allows 30 s, so by then the flush has run or the runtime has ended its request.
const overdueMs = 40_000
const timeoutMs = 5000

let scheduledAt: number | undefined
let flushedAt = 0
// Counts that the database refused, for the next attempt.
let unsaved: Counts = {}

/** Schedules a flush unless one is scheduled already. */
export function scheduleFlush(env: Bindings, waitUntil: (work: Promise<void>) => void): void {
  if (windowMs(env) === 0) return
  const now = Date.now()
  const isScheduled = scheduledAt !== undefined && Math.abs(now - scheduledAt) < overdueMs
  if (isScheduled) return
  scheduledAt = now
  waitUntil(flushAfterWindow(env))
}

async function flushAfterWindow(env: Bindings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, windowMs(env)))
  scheduledAt = undefined
  await flushMetrics(env)
}

/** For a queue consumer, which has no `waitUntil`: its messages are acknowledged only after that. */
export async function flushIfDue(env: Bindings): Promise<void> {
  const isDue = Math.abs(Date.now() - flushedAt) >= windowMs(env)
  if (isDue && windowMs(env) > 0) await flushMetrics(env)
}

/** Never throws: counts that the database refuses are kept for the next flush. */
export async function flushMetrics(env: Bindings): Promise<void> {
  flushedAt = Date.now()
  const taken = takeCounts()
  for (const point of toDataPoints(taken)) env.METRICS?.writeDataPoint(point)
  const counts = sumCounts([unsaved, taken])
  if (Object.keys(counts).length === 0) return
  unsaved = {}
  await withTimeout(timeoutMs, addCounts(env.DB, counts)).catch((error: unknown) => {
    unsaved = sumCounts([unsaved, counts])
    log('warn', 'metrics', { error })
  })
}

function windowMs(env: Bindings): number {
  return Number(env.METRICS_FLUSH_SECONDS) * 1000
}
