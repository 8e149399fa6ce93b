/** Runs in workerd: the gathering of one isolate's events, and consumers that record from a queue with a slow database. */
import type { CardEvent } from '../schema/tracking/event.ts'
import type { Bindings } from '../worker/env.ts'
import { consume } from '../worker/tracking/consumer.ts'
import { type EventMessage, enqueueEvent, enqueueView } from '../worker/tracking/enqueue.ts'
import { makeEvent } from './event-factory.ts'
import { delayedDatabase, meteredBindings, noCounts, override } from './metered-bindings.ts'

/** `gather`: events that one isolate receives. `consume`: events from the number `start` on, in messages of that size. */
export type Question =
  | { ask: 'gather'; perSecond: number; seconds: number }
  | {
      ask: 'consume'
      start: number
      dayStart: number
      events: number
      perMessage: number
      consumers: number
      delayMs: number
    }
export type Answer = {
  milliseconds: number
  events: number
  messages: number
  rowsWritten: number
}

// Visits until a visitor leaves.
const leavesAfter = 20_000
const messagesPerBatch = 100
const realNow = Date.now

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const question = await request.json<Question>()
    return Response.json(
      await (question.ask === 'gather' ? gather(env, question) : record(env, question)),
    )
  },
}

type Gather = Extract<Question, { ask: 'gather' }>
type Consume = Extract<Question, { ask: 'consume' }>

async function gather(env: Bindings, { perSecond, seconds }: Gather): Promise<Answer> {
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
  return { milliseconds: Date.now() - started, events, messages, rowsWritten: 0 }
}

async function record(env: Bindings, question: Consume): Promise<Answer> {
  const { start, dayStart, events, perMessage, consumers, delayMs } = question
  // The clock is set to the time of the events: those recorded a minute later would count as late.
  const behind = realNow() - timeOf((start / 9) * 4, dayStart)
  Date.now = () => realNow() - behind
  const counts = noCounts()
  const metered = meteredBindings(env, counts)
  const bindings = {
    ...metered,
    DB: delayedDatabase(metered.DB, delayMs),
    ANALYTICS: delayedDatabase(metered.ANALYTICS, delayMs),
  }
  const numbers = Array.from({ length: events }, (_, index) => start + index)
  const messages = Array.from({ length: Math.ceil(events / perMessage) }, (_, number) =>
    messageOf(
      numbers
        .slice(number * perMessage, (number + 1) * perMessage)
        .map((each) => visitEvent(each, dayStart)),
    ),
  )
  const started = realNow()
  let next = 0
  const consumer = async () => {
    while (next < messages.length) {
      const batch = messages.slice(next, next + messagesPerBatch)
      next += messagesPerBatch
      await consume(batchOf(batch), bindings)
    }
  }
  await Promise.all(Array.from({ length: consumers }, consumer))
  return {
    milliseconds: realNow() - started,
    events,
    messages: messages.length,
    rowsWritten: counts.rowsWritten,
  }
}

// Of nine events, four are views, four are the leaves of earlier views, and one is a click.
function visitEvent(number: number, dayStart: number): CardEvent {
  const place = number % 9
  const visit = Math.floor(number / 9) * 4 + (place % 4)
  const isLeave = place >= 4 && place < 8
  const index = isLeave ? Math.max(0, visit - leavesAfter) : visit
  const at = timeOf(index, dayStart)
  const event = {
    ...makeEvent(index, { at, cardId: 1, days: 1 }),
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
