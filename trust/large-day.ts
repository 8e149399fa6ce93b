/** A day with millions of events is archived and pruned in turns that may use five seconds of processor time each. */

import { parquetMetadataAsync } from 'hyparquet'
import { cpuSeconds, findWorkerd } from '../bench/load.ts'
import { openWorker } from '../bench/worker.ts'
import type { Taken, Turn } from './large-day-worker.ts'
import type { Proof } from './proof.ts'

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
const day = today - dayMs
const cards = 1000
const perInsert = 500_000
/** A turn stops before another step may take longer than this. */
const limits = { ms: 4500, calls: 1000 }
const maxSeconds = 5
const maxTurns = 1000

type Worker = Awaited<ReturnType<typeof openWorker<Taken>>>

/** One card has half of the events, a thousand share the others. */
export async function proveLargeDay(events: number): Promise<Proof[]> {
  const worker = await openWorker<Taken>('trust/large-day-worker.ts')
  const db = worker.env.ANALYTICS
  for (let start = 0; start < events; start += perInsert)
    await fill(db, start, Math.min(perInsert, events - start))
  const archived = await finish(worker, 'archiveEvents', today + 3 * 3_600_000)
  const isArchived = (await countArchived(worker.env.MEDIA)) === events
  // The retention period later.
  const pruned = await finish(worker, 'pruneEvents', today + 402 * dayMs)
  const left = await db.prepare('select count(*) as n from card_views').first<number>('n')
  await worker.close()
  return [
    proof('events of one day archived', archived, { events, isDone: isArchived }),
    proof('events of one day pruned', pruned, { events, isDone: left === 0 }),
  ]
}

/** The rows of the day's file, by its footer. */
async function countArchived(bucket: Worker['env']['MEDIA']): Promise<number> {
  const key = `archive/ANALYTICS/${new Date(day).toISOString().slice(0, 10)}.parquet`
  const stored = await bucket.head(key)
  if (!stored) return 0
  const slice = async (start: number, end = stored.size) => {
    const part = await bucket.get(key, { range: { offset: start, length: end - start } })
    return part ? part.arrayBuffer() : new ArrayBuffer(0)
  }
  return Number((await parquetMetadataAsync({ byteLength: stored.size, slice })).num_rows)
}

async function fill(db: Worker['env']['ANALYTICS'], start: number, count: number) {
  const number = `with recursive numbers (n) as (select ${start} union all select n + 1 from numbers where n < ${start + count - 1})`
  await db.batch([
    db.prepare(
      `insert into card_views (card_id, timestamp, id, source, burst, dwell_ms, viewer_ip, viewer_location, viewer_device)
       ${number} select iif(n % 2, 1, 1 + n / 2 % ${cards}), ${day} + n % 86400000,
         printf('%x-%x', n, n * 7919), 'link', 0, n % 60000, '', 'DE|Land Berlin|Berlin', 'Mobile|iOS|Safari' from numbers`,
    ),
    db.prepare(
      `insert or ignore into card_days (card_id, day, views, clicks, saves, visitors, counts)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${cards})
       select n, ${day / dayMs}, 1, 0, 0, 0, '{}' from numbers`,
    ),
  ])
}

type Turns = { turns: number; seconds: number; calls: number; isFinished: boolean }

/** Takes turns until the job is done; returns how many, and the most processor seconds and calls of one. */
async function finish({ env, ask }: Worker, job: string, at: number): Promise<Turns> {
  await env.DB.prepare('insert into cron_jobs (job, started_at, lease_until) values (?, 0, 0)')
    .bind(job)
    .run()
  const pid = findWorkerd()
  const result = { turns: 0, seconds: 0, calls: 0, isFinished: false }
  while (!result.isFinished && result.turns < maxTurns) {
    const before = cpuSeconds(pid)
    const { calls } = await ask({ job, at, limits } satisfies Turn)
    result.turns += 1
    result.seconds = Math.max(result.seconds, cpuSeconds(pid) - before)
    result.calls = Math.max(result.calls, calls)
    const row = await env.DB.prepare('select done from cron_jobs where job = ?').bind(job).first()
    result.isFinished = Number(row?.done) >= 0
  }
  return result
}

function proof(
  what: string,
  { turns, seconds, calls, isFinished }: Turns,
  { events, isDone }: { events: number; isDone: boolean },
): Proof {
  const isHeld = isFinished && isDone && seconds <= maxSeconds && calls <= limits.calls
  const note = `in ${turns} turns of at most ${seconds.toFixed(1)} s of processor time, databases included, and ${calls} calls`
  return { what, cases: events, failures: isHeld ? 0 : 1, note }
}
