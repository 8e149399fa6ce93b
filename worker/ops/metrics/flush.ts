/**
 * Writes the counts of this isolate to the table and, if it is bound, to Workers Analytics Engine: 20 s after the first
 * request, in the background. The table is what the status screen, the alerts and `/api/metrics` read, because Analytics
 * Engine can only be read over HTTP with a token of the account.
 */
import type { Bindings } from '../../env.ts'
import { log } from '../../platform/log.ts'
import { type Counts, takeCounts } from '../../platform/metrics.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { toDataPoints } from './data-points.ts'
import { addCounts } from './store.ts'

/** Within the 30 s that `waitUntil` allows. */
export const flushWindowMs = 20_000
const timeoutMs = 5000

let windowMs = flushWindowMs
let scheduledAt: number | undefined
let flushedAt = 0
// What the database refused, for the next attempt.
let owed: Counts = {}

/** Schedules a flush unless one is scheduled already. `later` is the `waitUntil` of the request. */
export function scheduleFlush(env: Bindings, later: (work: Promise<void>) => void): void {
  const now = Date.now()
  // The runtime may have ended the request that was to flush.
  const isScheduled = scheduledAt !== undefined && Math.abs(now - scheduledAt) < 2 * flushWindowMs
  if (isScheduled) return
  scheduledAt = now
  later(flushAfterWindow(env))
}

/** For tests, which await the background work of each request. */
export function setFlushWindow(ms: number): void {
  windowMs = ms
}

async function flushAfterWindow(env: Bindings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, windowMs))
  scheduledAt = undefined
  await flushMetrics(env)
}

/** For a queue consumer, which has no `waitUntil`: its messages are acknowledged only after that. */
export async function flushIfDue(env: Bindings): Promise<void> {
  if (Math.abs(Date.now() - flushedAt) >= flushWindowMs) await flushMetrics(env)
}

/** Never throws: counts that the database refuses are kept for the next flush. */
export async function flushMetrics(env: Bindings): Promise<void> {
  flushedAt = Date.now()
  const taken = takeCounts()
  for (const point of toDataPoints(taken)) env.METRICS?.writeDataPoint(point)
  const counts = sum(owed, taken)
  if (Object.keys(counts).length === 0) return
  owed = {}
  await withTimeout(timeoutMs, addCounts(env.DB, counts)).catch((error: unknown) => {
    owed = sum(owed, counts)
    log('warn', 'metrics', { error })
  })
}

function sum(one: Counts, other: Counts): Counts {
  const total = { ...one }
  for (const [key, value] of Object.entries(other)) total[key] = (total[key] ?? 0) + value
  return total
}
