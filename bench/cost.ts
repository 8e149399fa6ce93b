/**
 * Dollars per million views, from the counted operations of the worker and the platform's prices: with pictures on the
 * cards, every visitor distinct, the deletion of the rows after their retention, and the tiered cache.
 */
import type { Counts } from './intercepted-bindings.ts'
import { openWorker } from './open-worker.ts'
import { cpuSeconds, phone, queueDrained } from './processes.ts'
import type { Figure } from './table.ts'

const port = 8796
const million = 1_000_000
const tailCards = 100
const pauseMs = 1200

/**
 * Cloudflare's prices in dollars beyond the included usage (November 2026): developers.cloudflare.com/workers/platform/pricing,
 * and the same page of queues, d1, kv and r2.
 */
export const prices = {
  requests: 0.3 / million,
  tieredRequests: 0.3 / million,
  cpuMilliseconds: 0.02 / million,
  queueOperations: 0.4 / million,
  rowsRead: 0.001 / million,
  rowsWritten: 1 / million,
  rowsDeleted: 1 / million,
  kvReads: 0.5 / million,
  kvWrites: 5 / million,
  r2Writes: 4.5 / million,
  r2Reads: 0.36 / million,
}

type Shape = { name: string; visitors: number; atOnce: number; maxDollars: number; reason: string }

const shapes: Shape[] = [
  {
    ...{ name: 'a burst on one card', visitors: 2000, atOnce: 40, maxDollars: 4 },
    reason:
      'a distinct visitor is a row of its own, written and deleted ($2), and so is an event ($2.50); without any deletion it would be $2.25 less',
  },
  {
    ...{ name: 'each on another card, alone', visitors: tailCards, atOnce: 1, maxDollars: 7 },
    reason:
      'five requests ($1.58), a view in three rows, its leave in two and its clicks in half a row ($5.50) are $7.08 before any message or deletion',
  },
]
// Stands for the cover photo of every card; the profile photo is inside the page.
const cover = `${'c0'.repeat(32)}-1000.jpg`

export async function benchCost(): Promise<Figure[]> {
  const worker = await openWorker({ wrapping: 'metered', cards: 1 + tailCards, port })
  await worker.env.MEDIA.put(`images/${cover}`, new Uint8Array(40_000))
  await worker.env.DB.exec(`update business_cards set cover_photo = '/images/${cover}'`)
  const counts = async () => {
    await queueDrained(worker.env, pauseMs)
    return worker.ask('count')
  }
  await counts()
  const figures: Figure[] = []
  for (const shape of shapes) {
    await counts()
    const before = cpuSeconds(worker.pid)
    await visit(shape, () => queueDrained(worker.env, pauseMs))
    const spent = cpuSeconds(worker.pid) - before
    const counted = await counts()
    const rowsDeleted = await deleteRows(worker.env.ANALYTICS)
    // The gateway's request and the entrypoint's behind the cache are billed each.
    const all = { ...counted, rowsDeleted, tieredRequests: shape.visitors }
    figures.push(figure(shape, all, (1000 * spent) / shape.visitors))
  }
  await worker.close()
  return figures
}

// Each visitor opens the card and leaves it after the open was recorded; one in five clicks a link, one in twenty saves
// the contact.
async function visit({ visitors, atOnce }: Shape, recorded: () => Promise<void>): Promise<void> {
  const eventIds: string[] = []
  const open = async (own: number) => {
    const page = await fetch(`http://127.0.0.1:${port}/view/bench-${cardOf(own, atOnce)}`)
    for (const [, path] of (await page.text()).matchAll(/<img src="(\/images\/[^"]+)"/g))
      await (await fetch(`http://127.0.0.1:${port}${path}`)).bytes()
    const eventId = `${Date.now().toString(36)}-${own.toString(36).padStart(12, '0')}`
    eventIds[own] = eventId
    await post('views', { eventId }, { own, atOnce })
  }
  const leave = async (own: number) => {
    const from = { own, atOnce }
    const link = { linkType: 'phone', linkId: 'primary' }
    if (own % 5 === 0) await post('clicks', link, from)
    if (own % 20 === 0) await post('saves', {}, from)
    await post('views', { eventId: eventIds[own], phase: 'leave', dwellMs: 9000 }, from)
  }
  await each(visitors, atOnce, open)
  await recorded()
  await each(visitors, atOnce, leave)
}

async function each(count: number, atOnce: number, work: (own: number) => Promise<void>) {
  let number = 0
  const next = async () => {
    while (number < count) await work(number++)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

function cardOf(own: number, atOnce: number): number {
  return atOnce === 1 ? 2 + own : 1
}

type From = { own: number; atOnce: number }

async function post(kind: string, body: object, { own, atOnce }: From): Promise<void> {
  // The pause keeps the events of a lone visitor out of a shared message.
  if (atOnce === 1) await new Promise((resolve) => setTimeout(resolve, 60))
  const response = await fetch(`http://127.0.0.1:${port}/api/card-${kind}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': phone,
      'CF-Connecting-IP': `11.${own >> 8}.${own & 255}.1`,
    },
    body: JSON.stringify({ cardId: cardOf(own, atOnce), ...body }),
  })
  if (response.status !== 202) throw new Error(`An event was answered with ${response.status}`)
}

// What the retention deletes later, row by row.
async function deleteRows(db: D1Database): Promise<number> {
  const tables = ['card_views', 'card_clicks', 'card_saves', 'card_visitors']
  const deleted = await db.batch(
    tables.map((name) => db.prepare(`delete from ${name} where card_id > 0`)),
  )
  return deleted.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}

function figure(
  { name, visitors, maxDollars, reason }: Shape,
  counts: Counts & { rowsDeleted: number; tieredRequests: number },
  cpuMilliseconds: number,
): Figure {
  const each: Record<string, number> = { ...counts, cpuMilliseconds }
  for (const kind of Object.keys(counts)) each[kind] = (each[kind] ?? 0) / visitors
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
    note: `${visitors} views; the parts are explained in [scale.md](scale.md#dollars-per-million-views)`,
    detail: `${list.join(', ')}; ${each.messages?.toFixed(3)} messages and ${each.statements?.toFixed(2)} statements a view`,
    reason,
  }
}
