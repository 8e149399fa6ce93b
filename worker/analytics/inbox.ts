/** Taking events off the visitors' hands: into the queue, or into a table when the queue does not answer. */
import type { CardEvent } from '../../schema/event.ts'
import type { EventMessage } from '../../schema/event-message.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import { type AnalyticsBindings, analyticsOf } from './shards.ts'

const patience = 1500
const secondTry = 200

/** Where events go. */
export type Sink = Pick<Bindings, 'EVENTS'> & AnalyticsBindings

/** True once the queue or the inbox has the event; false when neither does, so that the visitor's page keeps it. */
export async function takeEvent(sink: Sink, event: CardEvent): Promise<boolean> {
  return takeEvents(sink, [event])
}

/** The same of several, which travel in one message. */
export async function takeEvents(sink: Sink, events: CardEvent[]): Promise<boolean> {
  const [event] = events
  if (!event) return true
  const message: EventMessage = events.length === 1 ? event : { v: 2, events }
  if (await inTime(() => sink.EVENTS.send(message))) return true
  // Nobody waits for the answer to many: the queue, when it is asked too often, gets a moment.
  if (events.length > 1) {
    await new Promise((resolve) => setTimeout(resolve, secondTry))
    if (await inTime(() => sink.EVENTS.send(message))) return true
  }
  return inTime(() => keepWaiting(sink, events))
}

/** Puts the events into the inbox of their cards' databases. */
export async function keepWaiting(sink: AnalyticsBindings, events: CardEvent[]): Promise<void> {
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
