/** The queues' other end: messages become rows, and a message leaves its queue only when it is stored. */
import * as z from 'zod'
import { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { causes } from '../trouble.ts'
import { bury } from './dead.ts'
import { inHalves } from './halves.ts'
import { recordEvents } from './record.ts'

const longDelay = 600
const longestDelay = 3600

type Read = { message: Message; event: CardEvent }

/** Records a batch of the events' queue, or keeps a batch of its dead-letter queue. */
export async function consume(batch: MessageBatch, env: Bindings): Promise<void> {
  return batch.queue.endsWith('-dead')
    ? keepDead(batch.messages, env)
    : recordMessages(batch.messages, env)
}

async function recordMessages(messages: readonly Message[], env: Bindings): Promise<void> {
  const { events, newer, broken } = sortOut(messages)
  // A later version is running elsewhere; it, or this one after the deployment, reads them then.
  for (const message of newer) message.retry({ delaySeconds: longDelay })
  const done = new Set<Message>()
  const work = inHalves(events, async (part) => {
    await recordEvents(
      env,
      part.map(({ event }) => event),
    )
    for (const { message } of part) acknowledge(message, done)
  })
  const failed = await work.catch((error: unknown) => {
    console.error(JSON.stringify({ at: 'recording a batch', error: causes(error) }))
    return []
  })
  await keepDead([...broken, ...failed.map(({ message }) => message)], env, done)
  for (const { message } of events) if (!done.has(message)) retryLater(message)
}

function sortOut(messages: readonly Message[]) {
  const events: Read[] = []
  const newer: Message[] = []
  const broken: Message[] = []
  for (const message of messages) {
    const read = CardEvent.safeParse(message.body)
    if (read.success) events.push({ message, event: read.data })
    else if (isNewer(message.body)) newer.push(message)
    else broken.push(message)
  }
  return { events, newer, broken }
}

const Versioned = z.object({ v: z.number().int().min(2) })

function isNewer(body: unknown): boolean {
  return Versioned.safeParse(body).success
}

async function keepDead(
  messages: readonly Message[],
  env: Bindings,
  done = new Set<Message>(),
): Promise<void> {
  const dead = messages.map(({ id, body }) => ({ key: id, event: JSON.stringify(body) ?? 'null' }))
  const failure = await bury(env.ANALYTICS, dead).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (failure)
    console.error(JSON.stringify({ at: 'keeping dead events', error: causes(failure.error) }))
  for (const message of messages) {
    if (!failure) acknowledge(message, done)
    else if (!done.has(message)) retryLater(message, done)
  }
}

function acknowledge(message: Message, done: Set<Message>): void {
  message.ack()
  done.add(message)
}

function retryLater(message: Message, done = new Set<Message>()): void {
  message.retry({ delaySeconds: Math.min(longestDelay, 30 * 2 ** (message.attempts - 1)) })
  done.add(message)
}
