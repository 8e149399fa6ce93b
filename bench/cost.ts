/** Dollars per million views, from the counted operations of the worker and the platform's prices. */
import { makeCards } from './baseline.ts'
import type { Result, Task } from './flow-worker.ts'
import { cpuSeconds } from './load.ts'
import type { Counts } from './metered-bindings.ts'
import { phone } from './mixed-visitors.ts'
import type { Figure } from './table.ts'
import { openWorker } from './worker.ts'

const port = 8796
const million = 1_000_000
const tailCards = 100

/** Cloudflare's prices in dollars beyond the included usage: Workers, Queues, D1, KV, R2 (November 2026). */
export const prices = {
  requests: 0.3 / million,
  cpuMilliseconds: 0.02 / million,
  queueOperations: 0.4 / million,
  rowsRead: 0.001 / million,
  rowsWritten: 1 / million,
  kvReads: 0.5 / million,
  kvWrites: 5 / million,
  r2Writes: 4.5 / million,
  r2Reads: 0.36 / million,
}

type Shape = { name: string; visitors: number; atOnce: number; maxDollars: number }

// The limits follow from a page view and 2.25 event requests at no more than $1.50 and $3.50 per million.
const shapes: Shape[] = [
  { name: 'a burst on one card', visitors: 6000, atOnce: 40, maxDollars: 3.7 },
  { name: 'each on another card, alone', visitors: tailCards, atOnce: 1, maxDollars: 8.2 },
]

export async function benchCost(): Promise<Figure[]> {
  const worker = await openWorker<Result>('bench/flow-worker.ts', { directPort: port })
  await makeCards(worker.env.DB, 1 + tailCards)
  const counts = async () => {
    await drained(worker.env)
    return (await worker.ask({ count: 'all' } satisfies Task)).before
  }
  await counts()
  const figures: Figure[] = []
  for (const shape of shapes) {
    await counts()
    const before = cpuSeconds(worker.pid)
    await visit(shape)
    const counted = await counts()
    const spent = cpuSeconds(worker.pid) - before
    figures.push(figure(shape, counted, (1000 * spent) / shape.visitors))
  }
  await worker.close()
  return figures
}

// Each visitor opens the card and leaves it; one in five clicks a link, one in twenty saves the contact.
async function visit({ visitors, atOnce }: Shape): Promise<void> {
  let number = 0
  const next = async () => {
    const own = number
    number += 1
    const card = atOnce === 1 ? 2 + own : 1
    const page = await fetch(`http://127.0.0.1:${port}/view/bench-${card}`)
    await page.text()
    const eventId = `${Date.now().toString(36)}-${own.toString(36).padStart(12, '0')}`
    await post('views', { cardId: card, eventId }, atOnce)
    await post('views', { cardId: card, eventId, phase: 'leave', dwellMs: 9000 }, atOnce)
    const link = { linkType: 'phone', linkId: 'primary' }
    if (own % 5 === 0) await post('clicks', { cardId: card, ...link }, atOnce)
    if (own % 20 === 0) await post('saves', { cardId: card }, atOnce)
  }
  const visitor = async () => {
    while (number < visitors) await next()
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
}

async function post(kind: string, body: object, atOnce: number): Promise<void> {
  // The pause keeps the events of a lone visitor out of a shared batch.
  if (atOnce === 1) await new Promise((resolve) => setTimeout(resolve, 60))
  const response = await fetch(`http://127.0.0.1:${port}/api/card-${kind}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': phone },
    body: JSON.stringify(body),
  })
  if (response.status !== 202) throw new Error(`An event was answered with ${response.status}`)
}

async function drained({ ANALYTICS, EVENTS }: { ANALYTICS: D1Database; EVENTS: Queue }) {
  const count = () => ANALYTICS.prepare('select count(*) as n from card_views').first<number>('n')
  for (let before: number | null = -1; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 1200))
    const { backlogCount } = await EVENTS.metrics()
    const now = await count()
    if (backlogCount === 0 && now === before) return
    before = now
  }
}

function figure(
  { name, visitors, maxDollars }: Shape,
  counts: Counts,
  cpuMilliseconds: number,
): Figure {
  const each: Record<string, number> = { ...perView(counts, visitors), cpuMilliseconds }
  const dollars = Object.entries(prices).map(
    ([kind, price]) => [kind, million * price * (each[kind] ?? 0)] as const,
  )
  const total = dollars.reduce((sum, [, cost]) => sum + cost, 0)
  const list = dollars
    .filter(([, cost]) => cost >= 0.005)
    .map(([kind, cost]) => `${kind} $${cost.toFixed(2)} (${each[kind]?.toFixed(3)} a view)`)
  return {
    what: `dollars per million views: ${name}`,
    measured: `$${total.toFixed(2)}`,
    target: `at most $${maxDollars.toFixed(2)}`,
    met: total <= maxDollars,
    note: `${list.join(', ')}; ${each.messages?.toFixed(3)} messages and ${each.statements?.toFixed(2)} statements a view; a view is the page, its open and leave, 0.2 clicks and 0.05 saves; the processor's time is of the whole runtime, with D1 and the queue in it; storage apart; ${visitors} views`,
  }
}

function perView(counts: Counts, views: number): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, count / views]))
}
