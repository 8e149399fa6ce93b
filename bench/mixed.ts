/** Two minutes of mixed load: errors, memory growth, and events that are not accounted for. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exclusionReasons } from '../schema/event.ts'
import { openDemo } from './demo.ts'
import { forceGc } from './force-gc.ts'
import { findWorkerd, residentBytes } from './load.ts'
import { newLedger, openVisitors } from './mixed-visitors.ts'
import type { Figure } from './table.ts'

const seconds = 120
const early = { from: 30, until: 50 }
const late = { from: seconds - 20, until: seconds }
/** Seconds between garbage collections. */
const gcInterval = 5
const maxGrowth = 0.05
const port = 8795
const inspectorPort = 8798

type Stored = { counted: number; leftOut: Record<string, number> }

export async function benchMixed(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-mixed-'))
  const demo = await openDemo({ directPort: port, folder, inspectorPort })
  const before = await readStored(demo.env.ANALYTICS)
  const ledger = newLedger()
  const visitors = await openVisitors(`http://127.0.0.1:${port}`, ledger)
  const pid = findWorkerd()
  const memory: number[] = []
  const watch = setInterval(() => {
    memory.push(residentBytes(pid))
    // Uncollected garbage is no growth, nor is the heap it took.
    if (memory.length % gcInterval === 0) void forceGc(inspectorPort)
  }, 1000)
  await visitors.run(seconds)
  clearInterval(watch)
  await drained(demo.env)
  const after = await readStored(demo.env.ANALYTICS)
  const counted = await readTotals(demo.env.ANALYTICS)
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
  return [
    errors(visitors.tally()),
    growth(memory),
    accounts(ledger.totals(), { before, after, totalsAgree: counted === after.counted }),
  ]
}

async function readStored(db: D1Database): Promise<Stored> {
  const { results } = await db
    .prepare(
      `select left_out as reason, count(*) as n from (
         select left_out from card_views union all select left_out from card_clicks union all select left_out from card_saves)
       group by 1`,
    )
    .all<{ reason: string | null; n: number }>()
  const leftOut = results.flatMap(({ reason, n }) => (reason ? [[reason, n] as const] : []))
  const counted = results.find(({ reason }) => reason === null)?.n ?? 0
  return { counted, leftOut: Object.fromEntries(leftOut) }
}

async function readTotals(db: D1Database): Promise<number> {
  const sum = 'select sum(views + clicks + saves) as n from card_days'
  return (await db.prepare(sum).first<number>('n')) ?? 0
}

async function drained({ ANALYTICS, EVENTS }: { ANALYTICS: D1Database; EVENTS: Queue }) {
  for (let before = ''; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const { backlogCount } = await EVENTS.metrics()
    const now = JSON.stringify(await readStored(ANALYTICS))
    if (backlogCount === 0 && now === before) return
    before = now
  }
}

type Tally = { answered: number; failed: string[]; kinds: Record<string, number> }

function errors({ answered, failed, kinds }: Tally): Figure {
  const shares = Object.entries(kinds)
    .map(([kind, count]) => `${((100 * count) / answered).toFixed(1)} % ${kind}`)
    .join(', ')
  const first = failed.length > 0 ? `; the first: ${failed.slice(0, 3).join(' | ')}` : ''
  return {
    what: 'two minutes of mixed load: errors',
    measured: String(failed.length),
    target: '0',
    met: failed.length === 0 && answered > 0,
    note: `${answered.toLocaleString('en')} requests, ${Math.round(answered / seconds)} a second over 40 connections: ${shares}${first}`,
  }
}

function growth(memory: number[]): Figure {
  const mean = ({ from, until }: typeof early) => {
    const part = memory.slice(from, until)
    return part.reduce((sum, bytes) => sum + bytes, 0) / part.length
  }
  const grown = mean(late) / mean(early) - 1
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  return {
    what: "two minutes of mixed load: growth of workerd's memory, last 20 s against seconds 30 to 50",
    measured: `${(100 * grown).toFixed(1)} %`,
    target: `under ${100 * maxGrowth} %`,
    met: grown < maxGrowth,
    note: `${megabytes(mean(early))} to ${megabytes(mean(late))} resident; garbage collected every ${gcInterval} s; with D1, R2 and the queue in the same process`,
    detail: `every 10 s ${memory
      .filter((_, second) => second % 10 === 9)
      .map(megabytes)
      .join(', ')}`,
  }
}

type Sent = { sent: number; distinct: number; leftOut: Record<string, number> }
type Found = { before: Stored; after: Stored; totalsAgree: boolean }

function accounts(events: Sent, { before, after, totalsAgree }: Found): Figure {
  const stored = after.counted - before.counted
  const reasons = exclusionReasons.map((reason) => ({
    reason,
    found: (after.leftOut[reason] ?? 0) - (before.leftOut[reason] ?? 0),
    expected: events.leftOut[reason] ?? 0,
  }))
  const leftOut = reasons.reduce((sum, { found }) => sum + found, 0)
  const duplicates = events.sent - events.distinct
  const missing = events.sent - stored - duplicates - leftOut
  const exact = reasons.every(({ found, expected }) => found === expected)
  const list = reasons
    .filter(({ found, expected }) => found > 0 || expected > 0)
    .map(
      ({ reason, found, expected }) =>
        `${found} ${reason}${found === expected ? '' : ` instead of ${expected}`}`,
    )
  return {
    what: 'after it: events sent that are neither stored, repeats, nor left out by reason',
    measured: String(missing),
    target: '0, exactly',
    met: missing === 0 && exact && totalsAgree && events.sent > 0,
    note: `${events.sent.toLocaleString('en')} sent = ${stored.toLocaleString('en')} stored + ${duplicates.toLocaleString('en')} repeats and leaves + ${leftOut.toLocaleString('en')} left out (${list.join(', ')}); day totals ${totalsAgree ? 'agree' : 'DIFFER'}`,
  }
}
