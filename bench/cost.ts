/**
 * Dollars per million views: the counted operations of visits, times the platform's prices. Includes the pictures of the
 * cards, the requests of the tiered cache, and the deletion of the rows after their retention. No visitor comes twice.
 */
import { openWorker } from './open-worker.ts'
import { cpuSeconds, queueDrained, visitorHeaders } from './processes.ts'
import type { Figure } from './table.ts'

const port = 8796
const origin = `http://127.0.0.1:${port}`
const million = 1_000_000
const tailCards = 100
// The longest that events wait, in the isolate and in the queue, for a batch to fill.
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

/** Visits to measure. With one visitor at a time, each opens another card; several at once open the same. */
type Shape = {
  name: string
  visitors: number
  atOnce: number
  maxDollars: number
  /** Why it costs more than `maxDollars`, if it does. */
  reason: string
}

const shapes: Shape[] = [
  {
    name: 'a burst on one card',
    visitors: 2000,
    atOnce: 40,
    maxDollars: 4,
    reason:
      'a distinct visitor is a row of its own, written and deleted ($2), and so is an event ($2.50); without any deletion it would be $2.25 less',
  },
  {
    name: 'each on another card, alone',
    visitors: tailCards,
    atOnce: 1,
    maxDollars: 7,
    reason:
      'five requests ($1.58), a view in three rows, its leave in two and its clicks in half a row ($5.50) are $7.08 before any message or deletion',
  },
]

// Stands for the cover photo of every card; the profile photo is inside the page.
const cover = `${'c0'.repeat(32)}-1000.jpg`

export async function benchCost(): Promise<Figure[]> {
  await using worker = await openWorker({ wrapping: 'metered', cards: 1 + tailCards, port })
  await worker.env.MEDIA.put(`images/${cover}`, new Uint8Array(40_000))
  await worker.env.DB.exec(`update business_cards set cover_photo = '/images/${cover}'`)
  const recorded = () => queueDrained(worker.env, pauseMs)
  // Returns the operations since the last call, with the recording of all events.
  const counts = async () => {
    await recorded()
    return worker.ask('count')
  }
  return await Array.fromAsync(shapes, async (shape) => {
    // Drops what was counted before the visits.
    await counts()
    const before = cpuSeconds(worker.pid)
    await visit(shape, recorded)
    const spent = cpuSeconds(worker.pid) - before
    const counted = await counts()
    const rowsDeleted = await deleteRows(worker.env.ANALYTICS)
    // The gateway's request and the entrypoint's behind the cache are billed each.
    const more = { rowsDeleted, tieredRequests: shape.visitors, cpuMilliseconds: 1000 * spent }
    return figure(shape, { ...counted, ...more })
  })
}

/**
 * Each visitor opens a card and, once all opens are recorded, leaves it. Before that, one in five clicks a link and one
 * in twenty saves the contact.
 */
async function visit({ visitors, atOnce }: Shape, recorded: () => Promise<void>): Promise<void> {
  const cardOf = (visitor: number) => (atOnce === 1 ? 2 + visitor : 1)
  const eventIds: string[] = []
  const send = async (visitor: number, kind: string, event: object) => {
    // The pause keeps the events of a lone visitor out of a shared message.
    if (atOnce === 1) await new Promise((resolve) => setTimeout(resolve, 60))
    await post(visitor, kind, { cardId: cardOf(visitor), ...event })
  }
  await each(visitors, atOnce, async (visitor) => {
    const page = await fetch(`${origin}/view/bench-${cardOf(visitor)}`)
    for (const [, path] of (await page.text()).matchAll(/<img src="(\/images\/[^"]+)"/g))
      await (await fetch(`${origin}${path}`)).bytes()
    eventIds[visitor] = `${Date.now().toString(36)}-${visitor.toString(36).padStart(12, '0')}`
    await send(visitor, 'views', { eventId: eventIds[visitor] })
  })
  await recorded()
  await each(visitors, atOnce, async (visitor) => {
    if (visitor % 5 === 0) await send(visitor, 'clicks', { linkType: 'phone', linkId: 'primary' })
    if (visitor % 20 === 0) await send(visitor, 'saves', {})
    await send(visitor, 'views', { eventId: eventIds[visitor], phase: 'leave', dwellMs: 9000 })
  })
}

/** Does the work for each number below `count`, with so many at once. */
async function each(count: number, atOnce: number, work: (number: number) => Promise<void>) {
  let next = 0
  const workInTurn = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, workInTurn))
}

async function post(visitor: number, kind: string, body: object): Promise<void> {
  const address = `11.${visitor >> 8}.${visitor & 255}.1`
  const response = await fetch(`${origin}/api/card-${kind}`, {
    method: 'POST',
    headers: { ...visitorHeaders, 'CF-Connecting-IP': address },
    body: JSON.stringify(body),
  })
  if (response.status !== 202) throw new Error(`An event was answered with ${response.status}`)
}

/** Deletes the rows of all events, as the retention does later; returns how many the platform bills. */
async function deleteRows(db: D1Database): Promise<number> {
  const tables = ['card_views', 'card_clicks', 'card_saves', 'card_visitors']
  const deleted = await db.batch(
    tables.map((name) => db.prepare(`delete from ${name} where card_id > 0`)),
  )
  return deleted.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}

function figure(
  { name, visitors, maxDollars, reason }: Shape,
  counts: Record<string, number>,
): Figure {
  const perView = (kind: string) => (counts[kind] ?? 0) / visitors
  const dollars = Object.entries(prices).map(
    ([kind, price]) => [kind, million * price * perView(kind)] as const,
  )
  const total = dollars.reduce((sum, [, cost]) => sum + cost, 0)
  const list = dollars
    .filter(([, cost]) => cost >= 0.005)
    .map(([kind, cost]) => `${kind} $${cost.toFixed(2)} (${perView(kind).toFixed(3)} a view)`)
  return {
    what: `dollars per million views: ${name}`,
    measured: `$${total.toFixed(2)}`,
    target: `at most $${maxDollars.toFixed(2)}`,
    met: total <= maxDollars,
    note: `${visitors} views; the parts are explained in [scale.md](scale.md#dollars-per-million-views)`,
    detail: `${list.join(', ')}; ${perView('messages').toFixed(3)} messages and ${perView('statements').toFixed(2)} statements a view`,
    reason,
  }
}
