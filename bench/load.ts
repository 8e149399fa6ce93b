/** Load tests of one process, its CPU time and memory, and the end of what its queue has left. */
import { readdirSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const ticksPerSecond = 100 // Linux's USER_HZ

/** The user agent of a visitor. */
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

export type Run = { perCpuSecond: number; perSecond: number }

/** Sends requests over 40 keep-alive connections. Throws on any response other than 2xx. */
export async function load(url: string, pid: number, seconds: number): Promise<Run> {
  const before = cpuSeconds(pid)
  const result = await autocannon({ url, duration: seconds, connections: 40 })
  const spent = cpuSeconds(pid) - before
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} times badly, ${result.errors} errors`)
  const requests = result.requests.total
  return { perCpuSecond: requests / spent, perSecond: requests / seconds }
}

/** User and system CPU time of the process since it started. */
export function cpuSeconds(pid: number): number {
  // proc(5), stat: user and system time in clock ticks are fields 14 and 15 (11 and 12 after the name).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Anonymous memory of the process: the kernel can drop file-backed pages at any time. */
export function residentBytes(pid: number): number {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** The newest workerd process that this process started. */
export function findWorkerd(): number {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const found = pids.sort((one, other) => other - one).find(isOurWorkerd)
  if (!found) throw new Error('The runtime process was not found')
  return found
}

function isOurWorkerd(pid: number): boolean {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split('(')
    return rest.startsWith('workerd') && isOurs(pid)
  } catch {
    return false
  }
}

function isOurs(pid: number): boolean {
  const parent = Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] ?? 0,
  )
  return parent === process.pid || (parent > 1 && isOurs(parent))
}

/** Waits until the queue is empty and no view was recorded for `pauseMs`. */
export async function queueDrained(
  { ANALYTICS, EVENTS }: { ANALYTICS: D1Database; EVENTS: Queue },
  pauseMs: number,
): Promise<void> {
  const count = () => ANALYTICS.prepare('select count(*) as n from card_views').first<number>('n')
  for (let before: number | null = -1; ; ) {
    const { backlogCount } = await EVENTS.metrics()
    const now = await count()
    if (backlogCount === 0 && now === before) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
