/** Export of a million rows of CSV: rows per second, and memory growth of workerd. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Task } from './export-worker.ts'
import { cpuSeconds } from './load.ts'
import { type Figure, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

const rows = 1_000_000
const step = 100_000
const rounds = 3
const target = { rate: 50_000, growth: 64 }

/** `perCpu` is rows per second of workerd's CPU time, which the load of the machine does not change. */
type Run = { rate: number; perCpu: number; growth: number }

export async function benchExport(): Promise<Figure[]> {
  const worker = await openWorker('bench/export-worker.ts')
  await fillViews(worker.env.ANALYTICS, { cardId: 1, events: 20_000 })
  await fillViews(worker.env.ANALYTICS, { cardId: 2, events: rows })
  const read = (task: Task) => run(() => worker.post(task), worker.pid)
  await read({ cardId: 1 })
  // A fresh process also grows by its code and heap; the note says by how much.
  const fresh = await read({ cardId: 2 })
  const runs: Run[] = []
  while (runs.length < rounds) runs.push(await read({ cardId: 2 }))
  await worker.close()
  return figures(runs, fresh)
}

function figures(runs: Run[], fresh: Run): Figure[] {
  const rates = runs.map(({ rate }) => rate)
  const growths = runs.map(({ growth }) => growth)
  const largest = Math.max(...growths)
  return [
    {
      what: 'export of a million rows as CSV: rows a second',
      measured: Math.round(median(rates)).toLocaleString('en'),
      target: `at least ${target.rate.toLocaleString('en')}`,
      met: median(rates) >= target.rate,
      note: `${spread(rates)} rows/s; for a second of workerd's processor time ${spread(runs.map(({ perCpu }) => perCpu))}; ${rounds} rounds, read whole over HTTP`,
    },
    {
      what: 'export of a million rows as CSV: growth of workerd, the worst of the rounds',
      measured: `${Math.round(largest)} MB`,
      target: `at most ${target.growth} MB`,
      met: largest <= target.growth,
      note: `peak resident memory over that before the round: ${spread(growths)} MB; the first one of a fresh process ${Math.round(fresh.growth)} MB`,
    },
  ]
}

async function run(request: () => Promise<Response>, pid: number): Promise<Run> {
  const before = startPeak(pid)
  const used = cpuSeconds(pid)
  const started = performance.now()
  const response = await request()
  let lines = 0
  for await (const chunk of response.body ?? [])
    for (const byte of chunk) if (byte === 10) lines += 1
  const seconds = (performance.now() - started) / 1000
  return {
    rate: (lines - 1) / seconds,
    perCpu: (lines - 1) / (cpuSeconds(pid) - used),
    growth: peak(pid) - before,
  }
}

// Writing 5 resets the peak resident memory (proc(5), clear_refs).
function startPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak(pid)
}

function peak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Stores views of a card, one for each half minute before now. */
export async function fillViews(
  db: D1Database,
  { cardId, events }: { cardId: number; events: number },
) {
  for (let from = 0; from < events; from += step)
    await db
      .prepare(
        `insert into card_views (card_id, timestamp, id, source, burst, dwell_ms, viewer_ip, viewer_location, viewer_device)
         with recursive n (i) as (select ?2 union all select i + 1 from n where i < ?3)
         select ?1, ?4 - i * 31000, printf('mb%06x-%013x', i, i * 7919), iif(i % 3, 'link', 'qr'), 0, i % 90000, 'Unknown',
           iif(i % 5, 'DE|Bavaria|Munich', 'US|California|San Francisco'), iif(i % 4, 'Mobile|iOS|Safari', 'Desktop|Windows|Edge')
         from n`,
      )
      .bind(cardId, from, Math.min(from + step, events) - 1, Date.now() - 600_000)
      .run()
}
