/**
 * Queue consumer: records the events of messages. A message is acknowledged only when all its events are stored: in the
 * databases or, after 20 hours without success, in R2.
 */
import * as z from 'zod/mini'
import type { CardEvent } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { hourMs } from '../platform/time.ts'
import { bisect, type DeadLetter, putDeadLetters, storeDeadLetters } from './dead-letters.ts'
import { EventMessage, storePendingEvents } from './enqueue.ts'
import { compareEvents, maxBatchSize, recordBatch } from './record.ts'
import { analyticsOf, findMisplacedShards, isShardMovedError, shardOf } from './shards.ts'

const newerDelaySeconds = 600

// A message is retried when it is an eighth older: 75 times in 20 hours, of the 100 times that a queue allows. After an
// outage every event is recorded within half an hour.
const ageShare = 1 / 8
const minDelaySeconds = 30
const maxDelaySeconds = 1800
// The shortest time for which a queue keeps a message is 24 hours (Workers Free).
const maxAgeMs = 20 * hourMs

/** A message, its events, and how many of them are neither recorded nor stored as dead letters. */
type Progress = { message: Message; events: CardEvent[]; unsettled: number }
type QueuedEvent = { event: CardEvent; index: number; progress: Progress }

/** Records a batch of the event queue, or stores a batch of its dead-letter queue as dead letters. */
export async function consume(batch: MessageBatch, env: Bindings): Promise<void> {
  const all = batch.messages.map((message) => ({ message, content: parseMessage(message.body) }))
  const dead = all.filter(({ content }) => content === 'invalid' || batch.queue.endsWith('-dead'))
  const newer = all.filter((each) => each.content === 'newer' && !dead.includes(each))
  // Sent by a newer version of this worker, which reads them later, as does this one once it is updated.
  for (const { message } of newer) message.retry({ delaySeconds: newerDelaySeconds })
  await storeDead(dead, env)
  const valid = all.filter((each) => !dead.includes(each) && !newer.includes(each))
  await recordMessages(valid, env)
}

type Content = CardEvent[] | 'newer' | 'invalid'

function parseMessage(body: unknown): Content {
  const { success, data } = EventMessage.safeParse(body)
  if (success) return data.v === 1 ? [data] : data.events
  return Newer.safeParse(body).success ? 'newer' : 'invalid'
}

const Newer = z.object({ v: z.int().check(z.minimum(3)) })

type ParsedMessage = { message: Message; content: Content }

// Regroups the events by database: a message may have events of several.
async function recordMessages(messages: ParsedMessage[], env: Bindings): Promise<void> {
  const pending: Progress[] = []
  const events: QueuedEvent[] = []
  for (const { message, content } of messages) {
    if (typeof content === 'string') continue
    const progress = { message, events: content, unsettled: content.length }
    pending.push(progress)
    for (const [index, event] of content.entries()) events.push({ event, index, progress })
  }
  const byDatabase = Map.groupBy(events, ({ event }) => analyticsOf(env, event.cardId))
  const failed = await Promise.all(
    [...byDatabase].map(([db, shardEvents]) => recordQueued(env, db, shardEvents)),
  )
  await storeFailed(failed.flat(), env)
  await storeOld(pending, env)
  for (const { message, unsettled } of pending) {
    if (unsettled === 0) message.ack()
    else retryLater(message)
  }
}

/**
 * Returns the events that cannot be recorded. If the database is unavailable, the rest stays unsettled, to be
 * retried.
 */
async function recordQueued(
  env: Bindings,
  db: D1Database,
  events: QueuedEvent[],
): Promise<QueuedEvent[]> {
  const failed: QueuedEvent[] = []
  // Sorted, so that a card's events are in few batches: its daily rollup is written once per batch.
  events.sort((a, b) => compareEvents(a.event, b.event))
  for (let start = 0; start < events.length; start += maxBatchSize) {
    const work = bisect(events.slice(start, start + maxBatchSize), async (part) => {
      await recordOrPostpone(
        env,
        db,
        part.map(({ event }) => event),
      )
      settle(part)
    })
    const done = await work.catch((error: unknown) => {
      log('error', 'recording a batch', { error })
    })
    if (!done) return failed
    failed.push(...done)
  }
  return failed
}

// While a shard is being moved, its events wait in the inbox, because the retries of a message are limited.
async function recordOrPostpone(env: Bindings, db: D1Database, events: CardEvent[]): Promise<void> {
  const failure = await recordBatch(env, { db, events }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failure) return
  if (!isShardMovedError(failure.error)) throw failure.error
  const misplaced = await findMisplacedShards(env)
  const isMisplaced = ({ cardId }: CardEvent) => misplaced.has(shardOf(cardId))
  await storePendingEvents(env, events.filter(isMisplaced))
  await recordBatch(env, { db, events: events.filter((event) => !isMisplaced(event)) })
}

function settle(events: QueuedEvent[]): void {
  for (const { progress } of events) progress.unsettled -= 1
}

async function storeFailed(failed: QueuedEvent[], env: Bindings): Promise<void> {
  const dead = failed.map(({ event, index, progress }) =>
    deadLetter(progress.message, index, event),
  )
  if (await succeeds(storeDeadLetters(env, dead))) settle(failed)
}

// Before the queue deletes them: in R2, as one object for the whole batch, because no database has accepted them.
async function storeOld(pending: Progress[], env: Bindings): Promise<void> {
  const old = pending.filter(({ message, unsettled }) => unsettled > 0 && ageOf(message) > maxAgeMs)
  if (old.length === 0) return
  const dead = old.flatMap(({ message, events }) =>
    events.map((event, index) => deadLetter(message, index, event)),
  )
  if (!(await succeeds(putDeadLetters(env, dead)))) return
  for (const progress of old) progress.unsettled = 0
}

async function storeDead(messages: ParsedMessage[], env: Bindings): Promise<void> {
  const dead = messages.flatMap(({ message, content }) =>
    typeof content === 'string'
      ? [deadLetter(message, 0, message.body)]
      : content.map((event, index) => deadLetter(message, index, event)),
  )
  const isStored = await succeeds(storeDeadLetters(env, dead))
  for (const { message } of messages) {
    if (isStored) message.ack()
    else retryLater(message)
  }
}

function deadLetter({ id }: Message, index: number, body: unknown): DeadLetter {
  return { key: index === 0 ? id : `${id} ${index}`, event: JSON.stringify(body) ?? 'null' }
}

async function succeeds(stored: Promise<void>): Promise<boolean> {
  return stored.then(
    () => true,
    (error: unknown) => {
      log('error', 'storing dead letters', { error })
      return false
    },
  )
}

function retryLater(message: Message): void {
  const delaySeconds = Math.round((ageOf(message) / 1000) * ageShare)
  message.retry({
    delaySeconds: Math.min(maxDelaySeconds, Math.max(minDelaySeconds, delaySeconds)),
  })
}

function ageOf({ timestamp }: Message): number {
  return Date.now() - timestamp.getTime()
}
