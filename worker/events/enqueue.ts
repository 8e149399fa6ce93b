/**
 * Enqueues events. Views that reach an isolate close together share a queue message; if the queue fails, events are
 * stored in the inbox table.
 */
import type { CardEvent } from '../../schema/event.ts'
import type { EventMessage } from '../../schema/event-message.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import { type AnalyticsBindings, analyticsOf } from './shards.ts'

/** How long accepted views stay in memory before they are sent, in milliseconds: longer while the queue refuses. */
export const batchWindowMs = { min: 200, max: 1600 }
/** A view that arrives later than this after the previous one is sent at once, in milliseconds. */
export const batchGapMs = 50
// Without views for that long, there is no pressure.
const calmMs = 10_000
const timeoutMs = 1500
const batchRetryDelayMs = 200
const maxEvents = 500
// A queue message has at most 128 KB.
const maxBytes = 100_000
// Delays between the retries of a batch, within the time that `waitUntil` allows.
const retryDelaysMs = [500, 2000, 6000]
const backoffMs = 5000

/** The queue, and the databases whose inbox tables are used if it fails. */
export type EventSink = Pick<Bindings, 'EVENTS'> & AnalyticsBindings

type Batch = { events: CardEvent[]; bytes: number; since: number }

let open: Batch | undefined
let lastAt = 0
let backoffUntil = 0
let windowMs = batchWindowMs.min

/**
 * Returns true once the view is accepted: by the queue or the inbox or, if it is batched, by the memory of this isolate
 * for at most 200 ms, or 1.6 s while the queue refuses messages. Returns false if neither accepts it. `later` is the
 * `waitUntil` of the request.
 */
export async function enqueueView(
  sink: EventSink,
  view: CardEvent,
  later: (work: Promise<void>) => void,
): Promise<boolean> {
  const now = Date.now()
  const isSingle = open === undefined && now - lastAt >= batchGapMs
  if (Math.abs(now - lastAt) > calmMs) windowMs = batchWindowMs.min
  lastAt = now
  if (isSingle || now < backoffUntil) return enqueueEvents(sink, [view])
  const bytes = Buffer.byteLength(JSON.stringify(view)) + 1
  if (open && open.bytes + bytes > maxBytes) later(send(sink, open))
  if (open) {
    const batch = add(open, view, bytes)
    // The runtime may have ended the request that was to send an overdue batch.
    if (batch.events.length >= maxEvents || now - batch.since > 2 * windowMs)
      later(send(sink, batch))
  } else {
    later(sendAfterWindow(sink, add({ events: [], bytes: 0, since: now }, view, bytes)))
  }
  return true
}

// Later requests only add to the batch: a request cannot use the I/O of another.
function add(batch: Batch, view: CardEvent, bytes: number): Batch {
  batch.events.push(view)
  batch.bytes += bytes
  open = batch
  return batch
}

async function sendAfterWindow(sink: EventSink, batch: Batch): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, windowMs))
  if (open === batch) await send(sink, batch)
}

async function send(sink: EventSink, batch: Batch): Promise<void> {
  open = undefined
  for (const delay of [...retryDelaysMs, 0]) {
    if (await enqueueEvents(sink, batch.events)) return
    // Until then views are not batched, so that the page keeps a view that is not accepted.
    backoffUntil = Date.now() + backoffMs
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  log('error', 'sending views', { lost: batch.events.length })
}

/** Returns true once the queue or the inbox has the event; if false, the visitor's page keeps it. */
export async function enqueueEvent(sink: EventSink, event: CardEvent): Promise<boolean> {
  return enqueueEvents(sink, [event])
}

/** The same for several events, in one message. */
async function enqueueEvents(sink: EventSink, events: CardEvent[]): Promise<boolean> {
  const [event] = events
  if (!event) return true
  const message: EventMessage = events.length === 1 ? event : { v: 2, events }
  if (await sendMessage(sink, message)) return true
  // No visitor waits for a batch, so the queue, which may be rate limited, is tried again.
  if (events.length > 1) {
    await new Promise((resolve) => setTimeout(resolve, batchRetryDelayMs))
    if (await sendMessage(sink, message)) return true
  }
  return succeeds(() => storePendingEvents(sink, events))
}

// A queue refuses more than 5,000 messages a second (`Too Many Requests`), so after each refusal fewer are sent.
async function sendMessage({ EVENTS }: EventSink, message: EventMessage): Promise<boolean> {
  const isSent = await succeeds(() => EVENTS.send(message))
  windowMs = isSent
    ? Math.max(batchWindowMs.min, windowMs * 0.9)
    : Math.min(batchWindowMs.max, windowMs * 2)
  return isSent
}

/** Stores events in the inbox tables of their cards' databases. */
export async function storePendingEvents(
  sink: AnalyticsBindings,
  events: CardEvent[],
): Promise<void> {
  for (const [db, shardEvents] of Map.groupBy(events, ({ cardId }) => analyticsOf(sink, cardId))) {
    const rows = shardEvents.map((event) => ({
      key: `${event.kind} ${event.cardId} ${event.id} ${event.dwellMs}`,
      event: JSON.stringify(event),
      at: event.receivedAt,
    }))
    await db.prepare(insertSql).bind(JSON.stringify(rows)).run()
  }
}

const insertSql = `insert or ignore into event_inbox (key, event, received_at)
  select value ->> 'key', value ->> 'event', value ->> 'at' from json_each(?1)`

/** True if the work succeeds within 1.5 s. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return withTimeout(timeoutMs, (async () => work())()).then(
    () => true,
    (error: unknown) => {
      log('warn', 'enqueueing an event', { error })
      return false
    },
  )
}
