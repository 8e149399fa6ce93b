/** What benchmarks do with processes: send load, read CPU time and memory, wait for the queue, and start a browser. */
import { readFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import autocannon from 'autocannon'
import { findChromium } from '../scripts/chromium.ts'
import { exitWithError } from '../scripts/cli-exit.ts'

const ticksPerSecond = 100 // Linux's USER_HZ

/** Headers of an event that a visitor's browser sends. */
export const visitorHeaders = {
  'Content-Type': 'application/json',
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
}

/** Sends requests over 40 keep-alive connections, and returns how many. Throws on any response other than 2xx. */
export async function load(url: string, options: autocannon.Options | object): Promise<number> {
  const result = await autocannon({ url, connections: 40, ...options })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} times badly, ${result.errors} errors`)
  return result.requests.total
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = (await findChromium()) ?? exitWithError('No Chromium was found.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** User and system CPU time of the process since it started. */
export function cpuSeconds(pid: number): number {
  // proc(5), stat: user and system time in clock ticks are fields 14 and 15 (11 and 12 after the name).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** A size in bytes by its name in proc(5), status: `RssAnon` leaves out what the kernel can drop at any time. */
export function memoryBytes(pid: number, name: 'RssAnon' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024
}

/** The newest workerd process that this process started. */
export function findWorkerd(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const isWorkerd = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd')
  const found = children.findLast(isWorkerd)
  if (!found) throw new Error('The runtime process was not found')
  return Number(found)
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
