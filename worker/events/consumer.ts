/** The queues' other end: messages become rows, and a message leaves its queue only when all its events are stored. */
import * as z from 'zod/mini'
import type { CardEvent } from '../../schema/event.ts'
import { EventMessage } from '../../schema/event-message.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { byKey } from './aggregate.ts'
import { bisect, type DeadLetter, storeDeadLetters } from './dead-letters.ts'
import { storePendingEvents } from './enqueue.ts'
import { mostAtOnce, recordBatch } from './record.ts'
import { isMoving, shardsAway } from './shard-fence.ts'
import { analyticsOf, shardOf } from './shards.ts'

const longDelay = 600
const longestDelay = 3600

/** A message, and how many of its events are neither recorded nor kept among the dead. */
type Letter = { message: Message; left: number }
type Part = { event: CardEvent; index: number; letter: Letter }

/** Records a batch of the events' queue, or keeps a batch of its dead-letter queue. */
export async function consume(batch: MessageBatch, env: Bindings): Promise<void> {
  const letters = batch.messages.map((message) => ({ message, read: readMessage(message.body) }))
  const dead = letters.filter(({ read }) => read === 'broken' || batch.queue.endsWith('-dead'))
  const newer = letters.filter((letter) => letter.read === 'newer' && !dead.includes(letter))
  // A later version is running elsewhere; it, or this one after the deployment, reads them then.
  for (const { message } of newer) message.retry({ delaySeconds: longDelay })
  await keepDead(dead, env)
  const read = letters.filter((letter) => !dead.includes(letter) && !newer.includes(letter))
  await recordLetters(read, env)
}

type Read = CardEvent[] | 'newer' | 'broken'

function readMessage(body: unknown): Read {
  const { success, data } = EventMessage.safeParse(body)
  if (success) return data.v === 1 ? [data] : data.events
  return Newer.safeParse(body).success ? 'newer' : 'broken'
}

const Newer = z.object({ v: z.int().check(z.minimum(3)) })

type Letters = { message: Message; read: Read }[]

// Messages hold what came together; batches hold what is stored together.
async function recordLetters(letters: Letters, env: Bindings): Promise<void> {
  const open: Letter[] = []
  const parts: Part[] = []
  for (const { message, read } of letters) {
    if (typeof read === 'string') continue
    const letter = { message, left: read.length }
    open.push(letter)
    for (const [index, event] of read.entries()) parts.push({ event, index, letter })
  }
  const byDatabase = Map.groupBy(parts, ({ event }) => analyticsOf(env, event.cardId))
  const failed = await Promise.all([...byDatabase].map(([db, own]) => recordParts(env, db, own)))
  await keepFailed(failed.flat(), env)
  for (const { message, left } of open) {
    if (left === 0) message.ack()
    else retryLater(message)
  }
}

/** Those that can never be recorded; what the database has no time for now stays in its letter. */
async function recordParts(env: Bindings, db: D1Database, parts: Part[]): Promise<Part[]> {
  const failed: Part[] = []
  // A card's events in as few batches as can be: its day is written once a batch.
  parts.sort((a, b) => byKey(a.event, b.event))
  for (let start = 0; start < parts.length; start += mostAtOnce) {
    const work = bisect(parts.slice(start, start + mostAtOnce), async (some) => {
      await recordOrWait(
        env,
        db,
        some.map(({ event }) => event),
      )
      settle(some)
    })
    const done = await work.catch((error: unknown) => {
      log('error', 'recording a batch', { error })
    })
    if (!done) return failed
    failed.push(...done)
  }
  return failed
}

// While a shard of cards is moved, its events wait in the inbox: a message has only so many tries.
async function recordOrWait(env: Bindings, db: D1Database, events: CardEvent[]): Promise<void> {
  const failure = await recordBatch(env, { db, events }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failure) return
  if (!isMoving(failure.error)) throw failure.error
  const away = await shardsAway(env)
  const isAway = ({ cardId }: CardEvent) => away.has(shardOf(cardId))
  await storePendingEvents(env, events.filter(isAway))
  await recordBatch(env, { db, events: events.filter((event) => !isAway(event)) })
}

function settle(parts: Part[]): void {
  for (const { letter } of parts) letter.left -= 1
}

async function keepFailed(failed: Part[], env: Bindings): Promise<void> {
  const dead = failed.map(({ event, index, letter }) => deadOf(letter.message, index, event))
  if (await kept(dead, env)) settle(failed)
}

async function keepDead(letters: Letters, env: Bindings): Promise<void> {
  const dead = letters.flatMap(({ message, read }) =>
    typeof read === 'string'
      ? [deadOf(message, 0, message.body)]
      : read.map((event, index) => deadOf(message, index, event)),
  )
  const done = await kept(dead, env)
  for (const { message } of letters) {
    if (done) message.ack()
    else retryLater(message)
  }
}

function deadOf({ id }: Message, index: number, body: unknown): DeadLetter {
  return { key: index === 0 ? id : `${id} ${index}`, event: JSON.stringify(body) ?? 'null' }
}

async function kept(dead: DeadLetter[], env: Bindings): Promise<boolean> {
  return storeDeadLetters(env.ANALYTICS, dead).then(
    () => true,
    (error: unknown) => {
      log('error', 'keeping dead events', { error })
      return false
    },
  )
}

function retryLater(message: Message): void {
  message.retry({ delaySeconds: Math.min(longestDelay, 30 * 2 ** (message.attempts - 1)) })
}
