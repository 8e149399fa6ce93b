/** Views that come close together in one isolate travel in one message; one that comes alone is sent at once. */
import type { CardEvent } from '../../schema/event.ts'
import type { EventMessage } from '../../schema/event-message.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import { type AnalyticsBindings, analyticsOf } from './shards.ts'

/** How long an accepted view may stay in memory before it is on its way, in milliseconds. */
export const batchWindowMs = 200
/** A view that comes later than this after the one before it is alone. */
export const batchGapMs = 50
const mostEvents = 500
// A message of the queue may have 128 KB.
const mostBytes = 100_000
// What neither queue nor inbox takes is offered again as long as the runtime lets the request's work go on.
const pauses = [500, 2000, 6000]
const distrust = 5000

type Gathered = { events: CardEvent[]; bytes: number; since: number }

let open: Gathered | undefined
let lastAt = 0
let distrustUntil = 0

/**
 * True once the view is taken: by the queue or the inbox, or in a burst by this isolate's memory for at most 200 ms.
 * `later` keeps the request's own work alive after its answer. False when nobody takes it.
 */
export async function enqueueView(
  sink: EventSink,
  view: CardEvent,
  later: (work: Promise<void>) => void,
): Promise<boolean> {
  const now = Date.now()
  const alone = open === undefined && now - lastAt >= batchGapMs
  lastAt = now
  if (alone || now < distrustUntil) return enqueueEvents(sink, [view])
  const bytes = Buffer.byteLength(JSON.stringify(view)) + 1
  if (open && open.bytes + bytes > mostBytes) later(send(sink, open))
  if (open) {
    const gathered = add(open, view, bytes)
    // The request that was to send them may have been ended by the runtime.
    if (gathered.events.length >= mostEvents || now - gathered.since > 2 * batchWindowMs)
      later(send(sink, gathered))
  } else {
    later(sendSoon(sink, add({ events: [], bytes: 0, since: now }, view, bytes)))
  }
  return true
}

// Others only add to what the first one sends: a request may not use the connections of another.
function add(gathered: Gathered, view: CardEvent, bytes: number): Gathered {
  gathered.events.push(view)
  gathered.bytes += bytes
  open = gathered
  return gathered
}

async function sendSoon(sink: EventSink, gathered: Gathered): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, batchWindowMs))
  if (open === gathered) await send(sink, gathered)
}

async function send(sink: EventSink, gathered: Gathered): Promise<void> {
  open = undefined
  for (const pause of [...pauses, 0]) {
    if (await enqueueEvents(sink, gathered.events)) return
    // Until somebody takes them again, visitors' pages keep their own.
    distrustUntil = Date.now() + distrust
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  log('error', 'sending views', { lost: gathered.events.length })
}

// Taking events off the visitors' hands: into the queue, or into a table when the queue does not answer.

const patience = 1500
const secondTry = 200

/** Where events go. */
export type EventSink = Pick<Bindings, 'EVENTS'> & AnalyticsBindings

/** True once the queue or the inbox has the event; false when neither does, so that the visitor's page keeps it. */
export async function enqueueEvent(sink: EventSink, event: CardEvent): Promise<boolean> {
  return enqueueEvents(sink, [event])
}

/** The same of several, which travel in one message. */
async function enqueueEvents(sink: EventSink, events: CardEvent[]): Promise<boolean> {
  const [event] = events
  if (!event) return true
  const message: EventMessage = events.length === 1 ? event : { v: 2, events }
  if (await inTime(() => sink.EVENTS.send(message))) return true
  // Nobody waits for the answer to many: the queue, when it is asked too often, gets a moment.
  if (events.length > 1) {
    await new Promise((resolve) => setTimeout(resolve, secondTry))
    if (await inTime(() => sink.EVENTS.send(message))) return true
  }
  return inTime(() => storePendingEvents(sink, events))
}

/** Puts the events into the inbox of their cards' databases. */
export async function storePendingEvents(
  sink: AnalyticsBindings,
  events: CardEvent[],
): Promise<void> {
  for (const [db, own] of Map.groupBy(events, ({ cardId }) => analyticsOf(sink, cardId))) {
    const rows = own.map((event) => ({
      key: `${event.kind} ${event.cardId} ${event.id} ${event.dwellMs}`,
      event: JSON.stringify(event),
      at: event.receivedAt,
    }))
    await db.prepare(insertSql).bind(JSON.stringify(rows)).run()
  }
}

const insertSql = `insert or ignore into event_inbox (key, event, received_at)
  select value ->> 'key', value ->> 'event', value ->> 'at' from json_each(?1)`

/** Whether the work was done within a second and a half. */
async function inTime(work: () => Promise<unknown>): Promise<boolean> {
  return withTimeout(patience, (async () => work())()).then(
    () => true,
    (error: unknown) => {
      log('warn', 'taking an event', { error })
      return false
    },
  )
}
