/**
 * Accepts events. One that comes alone is recorded at once; those that reach an isolate close together share a queue
 * message; if the queue fails, they are stored in the inbox table.
 */
import * as z from 'zod/mini'
import { CardEvent } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { repeatable, withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { recordEvents } from './record.ts'
import { type AnalyticsBindings, analyticsOf } from './shards.ts'

/** A queue message: a single event (version 1) or a batch (version 2). */
export const EventMessage = z.discriminatedUnion('v', [
  CardEvent,
  z.object({ v: z.literal(2), events: z.array(CardEvent).check(z.minLength(1)) }),
])
export type EventMessage = z.infer<typeof EventMessage>

/** How long events are gathered before they are sent, in milliseconds: longer while the queue refuses. */
export const batchWindowMs = { min: 200, max: 1600 }
/** An event that arrives later than this after the previous one came alone, in milliseconds. */
export const batchGapMs = 50
// Without events for that long, there is no pressure.
const calmMs = 10_000
const timeoutMs = 1500
const batchRetryDelayMs = 200
const maxEvents = 500
// A queue message has at most 128 KB.
const maxBytes = 100_000
// Delays between the retries of a batch, within the time that `waitUntil` allows.
const retryDelaysMs = [500, 2000, 6000]
const backoffMs = 5000
const pollMs = 25
// The longest window, and a queue and an inbox that do not respond.
const sentTimeoutMs = batchWindowMs.max + batchRetryDelayMs + 3 * timeoutMs

type Batch = {
  events: CardEvent[]
  bytes: number
  since: number
  /** True once the queue or the inbox has the events, false once both refused. */
  isSent?: boolean
}
type Later = (work: Promise<void>) => void

// Gaps between times are absolute, so that a clock that is set back delays nothing.
let open: Batch | undefined
let lastAt = 0
let refusedAt = 0
let windowMs = batchWindowMs.min

/**
 * Returns true once the view is stored, queued, or gathered in this isolate for at most 200 ms (1.6 s while the queue refuses
 * messages); false if nothing accepts it. `later` is the `waitUntil` of the request.
 */
export async function enqueueView(env: Bindings, view: CardEvent, later: Later): Promise<boolean> {
  if (comesAlone()) return (await recordDirectly(env, view)) || enqueueEvents(env, [view])
  return gather(env, view, later) ? true : enqueueEvents(env, [view])
}

/** The same for a click or a save, which must be stored or queued. */
export async function enqueueEvent(
  env: Bindings,
  event: CardEvent,
  later: Later,
): Promise<boolean> {
  if (comesAlone()) return (await recordDirectly(env, event)) || enqueueEvents(env, [event])
  const batch = gather(env, event, later)
  // If the batch was not sent, or was but its request was ended: an event that is sent twice is recorded once.
  return (batch && (await waitUntilSent(batch))) || enqueueEvents(env, [event])
}

/** Databases that need longer for an event are loaded, in milliseconds: three calls take 360 from anywhere. */
export const loadedMs = 500
/** How long events are not recorded directly after that, in milliseconds. */
export const directBackoffMs = 10_000

const backoffUntil = new WeakMap<D1Database, number>()

/**
 * Returns true once the event is recorded. Returns false if the databases are loaded or fail: the event may be recorded
 * nevertheless, but only once if it is also sent to the queue.
 */
async function recordDirectly(env: Bindings, event: CardEvent): Promise<boolean> {
  const startedAt = Date.now()
  if (startedAt < (backoffUntil.get(env.ANALYTICS) ?? 0)) return false
  const isRecorded = await withTimeout(timeoutMs, recordEvents(env, [event])).then(
    () => true,
    (error: unknown) => {
      log('warn', 'recording an event directly', { error })
      return false
    },
  )
  if (!isRecorded || Date.now() - startedAt > loadedMs)
    backoffUntil.set(env.ANALYTICS, Date.now() + directBackoffMs)
  return isRecorded
}

function comesAlone(): boolean {
  const now = Date.now()
  const gap = Math.abs(now - lastAt)
  if (gap > calmMs) windowMs = batchWindowMs.min
  lastAt = now
  return open === undefined && gap >= batchGapMs
}

// Returns undefined if the event must be sent by itself.
function gather(env: Bindings, event: CardEvent, later: Later): Batch | undefined {
  const now = Date.now()
  if (Math.abs(now - refusedAt) < backoffMs) return undefined
  const bytes = Buffer.byteLength(JSON.stringify(event)) + 1
  if (open && open.bytes + bytes > maxBytes) later(send(env, open))
  if (!open) {
    const batch = add({ events: [], bytes: 0, since: now }, event, bytes)
    later(sendAfterWindow(env, batch))
    return batch
  }
  const batch = add(open, event, bytes)
  // The runtime may have ended the request that was to send an overdue batch.
  if (batch.events.length >= maxEvents || Math.abs(now - batch.since) > 2 * windowMs)
    later(send(env, batch))
  return batch
}

// Later requests only add to the batch: a request cannot use the I/O of another.
function add(batch: Batch, event: CardEvent, bytes: number): Batch {
  batch.events.push(event)
  batch.bytes += bytes
  open = batch
  return batch
}

async function sendAfterWindow(env: Bindings, batch: Batch): Promise<void> {
  await pause(windowMs)
  if (open === batch) await send(env, batch)
}

async function send(env: Bindings, batch: Batch): Promise<void> {
  open = undefined
  for (const delay of [...retryDelaysMs, 0]) {
    batch.isSent = await enqueueEvents(env, batch.events)
    if (batch.isSent) return
    // For 5 s events are not gathered, so that the page keeps one that is not accepted.
    refusedAt = Date.now()
    await pause(delay)
  }
  log('error', 'sending events', { lost: batch.events.length })
}

// Polls, because the runtime cancels what awaits a promise of another request when that request ends
// (developers.cloudflare.com/workers/observability/errors).
async function waitUntilSent(batch: Batch): Promise<boolean> {
  const end = Date.now() + sentTimeoutMs
  while (batch.isSent === undefined && Date.now() < end) await pause(pollMs)
  return batch.isSent ?? false
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Returns true once the queue or the inbox has the events, in one message; if false, the visitor's page keeps them. */
async function enqueueEvents(env: Bindings, events: CardEvent[]): Promise<boolean> {
  const [event] = events
  if (!event) return true
  const message: EventMessage = events.length === 1 ? event : { v: 2, events }
  if (await sendMessage(env, message)) return true
  // No visitor waits for a batch, so the queue, which may be rate limited, is tried again.
  if (events.length > 1) {
    await pause(batchRetryDelayMs)
    if (await sendMessage(env, message)) return true
  }
  return succeeds(() => storePendingEvents(env, events))
}

// A queue refuses more than 5,000 messages a second (`Too Many Requests`), so after each refusal fewer are sent.
async function sendMessage({ EVENTS }: Bindings, message: EventMessage): Promise<boolean> {
  const isSent = await succeeds(() => EVENTS.send(message))
  windowMs = isSent
    ? Math.max(batchWindowMs.min, windowMs * 0.9)
    : Math.min(batchWindowMs.max, windowMs * 2)
  return isSent
}

/** Stores events in the inbox tables of their cards' databases. */
export async function storePendingEvents(
  env: AnalyticsBindings,
  events: CardEvent[],
): Promise<void> {
  for (const [db, shardEvents] of Map.groupBy(events, ({ cardId }) => analyticsOf(env, cardId))) {
    const rows = shardEvents.map((event) => ({
      key: `${event.kind} ${event.cardId} ${event.id} ${event.dwellMs}`,
      event: JSON.stringify(event),
      at: event.receivedAt,
    }))
    await repeatable(() => db.prepare(insertSql).bind(JSON.stringify(rows)).run())
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
