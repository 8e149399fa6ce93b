/** What the metrics cost in a month: the rows that isolates and the cron read and write, counted and priced. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'
import { recentFigures } from '../worker/operations/metrics/report.ts'
import { addCounts, setGauges, sumMetrics } from '../worker/operations/metrics/store.ts'
import { dayMs, hourMs, minuteMs } from '../worker/platform/time.ts'
import { prices } from './cost.ts'
import { meteredBindings, noCounts } from './metered-bindings.ts'
import type { Figure } from './table.ts'

const flushesPerMinute = 3
const shapes = [
  { isolates: 1, minutes: 30, maxDollars: 0.5 },
  { isolates: 200, minutes: 5, maxDollars: 4 },
]
const monthMs = 30 * dayMs
const start = Date.parse('2026-11-01T00:00:00Z')
// One flush of a busy isolate: 60 counters, 12 routes with 5 latency buckets each.
const flush = Object.fromEntries(
  Array.from({ length: 60 }, (_, series) => [`GET /route-${series % 12}|2|none|${series % 5}`, 7]),
)

export async function benchMetrics(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-bench-'))
  const { miniflare, env } = await startRuntime({
    dataDir: folder,
    vars: { PEPPER: 'bench' },
    worker: 'none',
  })
  await migrateAll(env)
  const figures: Figure[] = []
  for (const shape of shapes) {
    await env.DB.exec('delete from metrics')
    figures.push(await measure(env, shape))
  }
  await miniflare.dispose()
  rmSync(folder, { recursive: true, force: true })
  return figures
}

type Env = Awaited<ReturnType<typeof startRuntime>>['env']
type Shape = (typeof shapes)[number]

async function measure(env: Env, { isolates, minutes, maxDollars }: Shape): Promise<Figure> {
  const counts = noCounts()
  const { DB } = meteredBindings(env, counts)
  for (let minute = 0; minute < minutes; minute += 1) {
    const now = start + minute * minuteMs
    for (let write = 0; write < isolates * flushesPerMinute; write += 1)
      await addCounts(DB, flush, now)
    await setGauges(DB, { queueMs: 0, deadLetters: 0, failingJobs: 0 }, now)
    await recentFigures(DB, now)
  }
  const written = (counts.rowsWritten * monthMs) / (minutes * minuteMs)
  const read = (counts.rowsRead * monthMs) / (minutes * minuteMs)
  const hour = await measureHour(env)
  const hours = monthMs / hourMs
  const rowsWritten = written + hour.rowsWritten * hours
  const rowsRead = read + hour.rowsRead * hours
  const dollars = rowsWritten * prices.rowsWritten + rowsRead * prices.rowsRead
  const million = (rows: number) => `${(rows / 1e6).toFixed(2)} million`
  return {
    what: `dollars a month for the metrics of ${isolates} ${isolates === 1 ? 'isolate' : 'isolates'}`,
    measured: `$${dollars.toFixed(2)}`,
    target: `at most $${maxDollars.toFixed(2)}`,
    met: dollars <= maxDollars,
    note: `${million(rowsWritten)} rows written and ${million(rowsRead)} read in 30 days, of which the hourly sums are ${million(hour.rowsWritten * hours)} and ${million(hour.rowsRead * hours)}; ${flushesPerMinute} writes a minute from each isolate; without what the plan includes`,
  }
}

/** Counts the rows of the cron for one hour: summing it, deleting its minutes, and deleting its sum. */
async function measureHour(env: Env) {
  await env.DB.exec('delete from metrics')
  for (let minute = 0; minute < 60; minute += 1)
    await addCounts(env.DB, flush, start + minute * minuteMs)
  const counts = noCounts()
  const { DB } = meteredBindings(env, counts)
  for (const later of [2 * hourMs, 4 * dayMs, 40 * dayMs]) await sumMetrics({ DB }, start + later)
  return counts
}
