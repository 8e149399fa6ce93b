/** Runs in workerd: records events as the product does, with one insert each, or from a queue with a slow database. */
import { shareCodeAlphabet } from '../schema/share-points/share-point.ts'
import { type CardEvent, makeEventId, SavePost } from '../schema/tracking/event.ts'
import type { Bindings } from '../worker/env.ts'
import { consume as consumeBatch } from '../worker/tracking/consumer.ts'
import { type EventMessage, enqueueEvent, enqueueView } from '../worker/tracking/enqueue.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import {
  describeVisitor,
  exceedsEventRate,
  networkTag,
  visitorHash,
} from '../worker/tracking/visitor.ts'
import { numberedEvent } from './event-factory.ts'
import { distantDatabases, meteredBindings, noCounts, override } from './intercepted-bindings.ts'

const realNow = Date.now

/** Sets the clock to the time of the events: those recorded much later would count as late. */
function setClock(at: number) {
  const behind = realNow() - at
  Date.now = () => realNow() - behind
}

const baselineInsert =
  'insert into bench_events (event_id, kind, card_id, timestamp, ip, place, device, link_type, link_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)'

/** Accepts an event with an awaited insert, after what the worker does first except for its routing and checks. */
export async function insertEach(request: Request, env: Bindings): Promise<Response> {
  const { cardId } = SavePost.parse(await request.json())
  const visitor = describeVisitor(request)
  const at = Date.now()
  await Promise.all([
    visitorHash(env.ANALYTICS, visitor, { cardId, at }),
    networkTag(env.ANALYTICS, visitor, { cardId, receivedAt: at }),
    exceedsEventRate(env.BURST, visitor, cardId),
  ])
  await env.ANALYTICS.prepare(baselineInsert)
    .bind(makeEventId(at), 'save', cardId, at, 'Unknown', visitor.place, visitor.device, '', '')
    .run()
  return new Response(null, { status: 202 })
}

/** `batch` is the number of events in a call; 0 is one insert each. With `points`, each event names a share point of card 1. */
type Recording = {
  events: number
  batch: number
  cards: number
  points?: number
  start: number
  at: number
}

/** Returns the milliseconds it took. */
export async function record(env: Bindings, recording: Recording) {
  const { at, batch, cards, start, points = 0 } = recording
  setClock(at)
  await makeSharePoints(env.DB, points)
  const events = Array.from({ length: recording.events }, (_, index) => {
    const event = numberedEvent(start + index, { at, cardId: 1 + ((start + index) % cards) })
    return points > 0 ? { ...event, source: codeOf(index % points) } : event
  })
  const started = Date.now()
  if (batch > 0)
    for (let from = 0; from < events.length; from += batch)
      await recordEvents(env, events.slice(from, from + batch))
  else await insertAll(env.ANALYTICS, events)
  return Date.now() - started
}

async function insertAll(db: D1Database, events: CardEvent[]) {
  const insert = db.prepare(baselineInsert)
  for (const { id, kind, cardId, at, ip, place, device, linkType, linkId } of events)
    await insert.bind(id, kind, cardId, at, ip, place, device, linkType, linkId).run()
}

function codeOf(number: number): string {
  return `AAAAA${shareCodeAlphabet.charAt(number)}`
}

async function makeSharePoints(db: D1Database, count: number) {
  const codes = Array.from({ length: count }, (_, number) => codeOf(number))
  await db
    .prepare(
      `insert or ignore into share_points (card_id, code, label, kind, created_at)
       select 1, value, value, 'booth', '' from json_each(?)`,
    )
    .bind(JSON.stringify(codes))
    .run()
}

/** Takes events as one isolate does, and counts the messages it would send. */
export async function gather(
  env: Bindings,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  let messages = 0
  let events = 0
  const send = async () => {
    messages += 1
  }
  const sink = { ...env, EVENTS: override(env.EVENTS, { send }) }
  const pending: Promise<unknown>[] = []
  const started = Date.now()
  while (Date.now() - started < seconds * 1000) {
    await scheduler.wait(10)
    for (; events < ((Date.now() - started) / 1000) * perSecond; events += 1) {
      const event = visitEvent(events, started)
      const enqueue = event.kind === 'view' ? enqueueView : enqueueEvent
      pending.push(enqueue(sink, event, (work) => void pending.push(work)))
    }
  }
  await Promise.all(pending)
  return { events, messages }
}

const messagesPerBatch = 100

type Consumption = {
  /** The number of the first event. */
  start: number
  dayStart: number
  events: number
  perMessage: number
  consumers: number
  delayMs: number
}

/** Consumers record events from a queue; each call of a database takes `delayMs` longer. */
export async function consume(env: Bindings, task: Consumption) {
  const { start, dayStart, events, perMessage, consumers, delayMs } = task
  setClock(timeOf((start / 9) * 4, dayStart))
  const counts = noCounts()
  const bindings = distantDatabases(meteredBindings(env, counts, { reads: false }), delayMs)
  const messages: Message[] = []
  for (let from = start; from < start + events; from += perMessage) {
    const length = Math.min(perMessage, start + events - from)
    messages.push(messageOf(Array.from({ length }, (_, at) => visitEvent(from + at, dayStart))))
  }
  const started = realNow()
  const consumer = async () => {
    while (messages.length > 0)
      await consumeBatch(batchOf(messages.splice(0, messagesPerBatch)), bindings)
  }
  await Promise.all(Array.from({ length: consumers }, consumer))
  return { milliseconds: realNow() - started, rowsWritten: counts.rowsWritten }
}

// Visits until a visitor leaves.
const leavesAfter = 20_000

// Of nine events, four are views, four are the leaves of earlier views, and one is a click.
function visitEvent(number: number, dayStart: number): CardEvent {
  const place = number % 9
  const visit = Math.floor(number / 9) * 4 + (place % 4)
  const isLeave = place >= 4 && place < 8
  const index = isLeave ? Math.max(0, visit - leavesAfter) : visit
  const at = timeOf(index, dayStart)
  const event = {
    ...numberedEvent(index, { at, cardId: 1 }),
    id: `${at.toString(36)}-${index.toString(36).padStart(12, '0')}`,
    at,
    receivedAt: timeOf(visit, dayStart),
  }
  if (place === 8) return { ...event, kind: 'click', linkType: 'website', linkId: 'primary' }
  return { ...event, kind: 'view', linkType: '', linkId: '', dwellMs: isLeave ? 9000 : 0 }
}

// Ten thousand visits a second.
function timeOf(visit: number, dayStart: number): number {
  return dayStart + Math.floor(visit / 10)
}

function messageOf(events: CardEvent[]): Message {
  const [event] = events
  const body: EventMessage | undefined = events.length === 1 ? event : { v: 2, events }
  return {
    id: crypto.randomUUID(),
    body,
    timestamp: new Date(),
    attempts: 1,
    ack: () => {},
    retry: () => {
      throw new Error('The consumer retried a message')
    },
  }
}

function batchOf(messages: Message[]): MessageBatch {
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } }
  return { queue: 'edgecard-events', messages, ackAll: () => {}, retryAll: () => {}, metadata }
}
