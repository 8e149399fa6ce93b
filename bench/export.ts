/** Export of a million rows of CSV: rows per second, and memory growth of workerd. */
import { writeFileSync } from 'node:fs'
import { openWorker, type Worker } from './open-worker.ts'
import { cpuSeconds, memoryBytes } from './processes.ts'
import { atLeast, atMost, type Figure, median, spread } from './table.ts'

const rows = 1_000_000
const step = 100_000
const rounds = 3

/** `perCpu` is rows per second of workerd's CPU time, which the load of the machine does not change. */
type Run = { rate: number; perCpu: number; growth: number }

export async function benchExport(): Promise<Figure[]> {
  await using worker = await openWorker({ wrapping: 'plain', cards: 2 })
  await fillViews(worker.env.ANALYTICS, { cardId: 1, events: 20_000 })
  await fillViews(worker.env.ANALYTICS, { cardId: 2, events: rows })
  await run(worker, 1)
  // A fresh process also grows by its code and heap; the note says by how much.
  const fresh = await run(worker, 2)
  return figures(await Array.fromAsync({ length: rounds }, () => run(worker, 2)), fresh)
}

function figures(runs: Run[], fresh: Run): Figure[] {
  const rates = runs.map(({ rate }) => rate)
  const growths = runs.map(({ growth }) => growth)
  return [
    {
      what: 'export of a million rows as CSV: rows a second',
      ...atLeast(median(rates), 50_000),
      note: `${spread(rates)} rows/s; for a second of workerd's processor time ${spread(runs.map(({ perCpu }) => perCpu))}; ${rounds} rounds, read whole over HTTP`,
    },
    {
      what: 'export of a million rows as CSV: growth of workerd, the worst of the rounds',
      ...atMost(Math.max(...growths), 64, { unit: ' MB' }),
      note: `peak resident memory over that before the round: ${spread(growths)} MB; the first one of a fresh process ${Math.round(fresh.growth)} MB`,
    },
  ]
}

async function run({ url, pid }: Worker, cardId: number): Promise<Run> {
  // Writing 5 resets the peak resident memory (proc(5), clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = memoryBytes(pid, 'VmHWM')
  const used = cpuSeconds(pid)
  const started = performance.now()
  const response = await fetch(new URL(`/export/${cardId}`, url))
  let lines = 0
  for await (const chunk of response.body ?? [])
    for (const byte of chunk) if (byte === 10) lines += 1
  const seconds = (performance.now() - started) / 1000
  return {
    rate: (lines - 1) / seconds,
    perCpu: (lines - 1) / (cpuSeconds(pid) - used),
    growth: (memoryBytes(pid, 'VmHWM') - before) / 1e6,
  }
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
