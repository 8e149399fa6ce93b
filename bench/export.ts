/** Export of a million rows of CSV, streamed and read into memory: rows per second, and memory growth of workerd. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Task } from './export-worker.ts'
import { type Figure, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

const rows = 1_000_000
const step = 100_000
const rounds = { streamed: 3, whole: 1 }
const target = { rate: 50_000, growth: 64 }

/** `perCpu` is rows per second of workerd's CPU time, which the load of the machine does not change. */
type Run = { rate: number; perCpu: number; growth: number }

export async function benchExport(): Promise<Figure[]> {
  const worker = await openWorker('bench/export-worker.ts')
  await fillViews(worker.env.ANALYTICS, { cardId: 1, events: 20_000 })
  await fillViews(worker.env.ANALYTICS, { cardId: 2, events: rows })
  const pid = childNamed('workerd')
  const read = (task: Task) => run(() => worker.post(task), pid)
  await read({ way: 'streamed', cardId: 1 })
  // A fresh process also grows by its code and heap; the note says by how much.
  const fresh = await read({ way: 'streamed', cardId: 2 })
  const streamed: Run[] = []
  const whole: Run[] = []
  for (let round = 0; round < rounds.streamed; round += 1)
    streamed.push(await read({ way: 'streamed', cardId: 2 }))
  for (let round = 0; round < rounds.whole; round += 1)
    whole.push(await read({ way: 'in memory', cardId: 2 }))
  await worker.close()
  return [speed(streamed, whole), growth(streamed, whole, fresh)]
}

function speed(streamed: Run[], whole: Run[]): Figure {
  const [ours, theirs] = [streamed, whole].map((runs) => runs.map(({ rate }) => rate))
  const rate = median(ours ?? [])
  return {
    what: 'export of a million rows as CSV: rows a second',
    measured: Math.round(rate).toLocaleString('en'),
    target: `at least ${target.rate.toLocaleString('en')}`,
    met: rate >= target.rate,
    note: `streamed ${spread(ours ?? [])}, in memory ${spread(theirs ?? [])} rows/s; for a second of workerd's processor time ${spread(streamed.map(({ perCpu }) => perCpu))}; ${rounds.streamed} rounds and ${rounds.whole}, read whole over HTTP`,
  }
}

function growth(streamed: Run[], whole: Run[], fresh: Run): Figure {
  const [ours, theirs] = [streamed, whole].map((runs) => runs.map((each) => each.growth))
  const largest = Math.max(...(ours ?? []))
  return {
    what: 'export of a million rows as CSV: growth of workerd, the worst of the rounds',
    measured: `${Math.round(largest)} MB`,
    target: `at most ${target.growth} MB`,
    met: largest <= target.growth,
    note: `peak resident memory over that before the round: streamed ${spread(ours ?? [])}, in memory ${spread(theirs ?? [])} MB; the first one of a fresh process ${Math.round(fresh.growth)} MB`,
  }
}

async function run(request: () => Promise<Response>, pid: number): Promise<Run> {
  const before = startPeak(pid)
  const used = processorSeconds(pid)
  const started = performance.now()
  const response = await request()
  let lines = 0
  for await (const chunk of response.body ?? [])
    for (const byte of chunk) if (byte === 10) lines += 1
  const seconds = (performance.now() - started) / 1000
  return {
    rate: (lines - 1) / seconds,
    perCpu: (lines - 1) / (processorSeconds(pid) - used),
    growth: peak(pid) - before,
  }
}

// Fields 14 and 15 (11 and 12 after the name) are ticks of 10 ms (proc(5), stat).
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
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

function childNamed(name: string): number {
  const pid = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false
    const status = statusOf(pid)
    return status.startsWith(`Name:\t${name}\n`) && status.includes(`\nPPid:\t${process.pid}\n`)
  })
  if (!pid) throw new Error(`No child of this process is called ${name}`)
  return Number(pid)
}

// A process may exit while it is read.
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
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
