/** Runs in workerd: records events as the product does, with one insert each, or from a queue with a slow database. */
import { shareCodeAlphabet } from '../schema/share-points/share-point.ts'
import { type CardEvent, makeEventId, SavePost } from '../schema/tracking/event.ts'
import type { Bindings } from '../worker/env.ts'
import { chunk } from '../worker/testing/chunk.ts'
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
import { makeSharePoints } from './share-points.ts'

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
  const codes = Array.from(shareCodeAlphabet.slice(0, points), (last) => `AAAAA${last}`)
  await makeSharePoints(env.DB, 1, codes)
  const events = Array.from({ length: recording.events }, (_, index) => {
    const event = numberedEvent(start + index, { at, cardId: 1 + ((start + index) % cards) })
    return { ...event, source: codes[index % points] ?? event.source }
  })
  const started = Date.now()
  if (batch > 0) for (const some of chunk(batch, events)) await recordEvents(env, some)
  else await insertAll(env.ANALYTICS, events)
  return Date.now() - started
}

async function insertAll(db: D1Database, events: CardEvent[]) {
  const insert = db.prepare(baselineInsert)
  for (const { id, kind, cardId, at, ip, place, device, linkType, linkId } of events)
    await insert.bind(id, kind, cardId, at, ip, place, device, linkType, linkId).run()
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
  const visits = Array.from({ length: events }, (_, at) => visitEvent(start + at, dayStart))
  const messages = chunk(perMessage, visits).map(messageOf)
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
  const body: EventMessage = { v: 2, events }
  const retry = () => {
    throw new Error('The consumer retried a message')
  }
  const sent = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1 }
  return { ...sent, body, ack: () => {}, retry }
}

function batchOf(messages: Message[]): MessageBatch {
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } }
  return { queue: 'edgecard-events', messages, ackAll: () => {}, retryAll: () => {}, metadata }
}
