/**
 * A stand-in for Cloudflare Queues on a clock of its own, with the documented limits: batches, delays, retries,
 * dead-letter queues and retention (docs/platform.md). Only tests import this.
 */
import { vi } from 'vitest'

/** The settings of a consumer, and how long its queue keeps a message, in milliseconds. */
export type Consumer = {
  queue: string
  maxBatchSize: number
  maxRetries: number
  deadLetterQueue: string | undefined
  retentionMs: number
}

type Message = {
  queue: string
  id: string
  body: unknown
  sentAt: number
  dueAt: number
  attempts: number
}

const maxMessageBytes = 128_000
const maxDelaySeconds = 43_200
const maxRetries = 100
const maxBatchSize = 100
const minuteMs = 60_000

/** Reads the consumers of `wrangler.toml`; a queue keeps messages for that many milliseconds. */
export function readConsumers(toml: string, retentionMs: number): Consumer[] {
  return [...toml.matchAll(/^\[\[queues\.consumers\]\]\n((?:.+\n)+)/gm)].map(([, block = '']) => {
    const value = (name: string) =>
      new RegExp(`^${name} = "?([\\w-]+)`, 'm').exec(block)?.[1] ?? undefined
    return {
      queue: value('queue') ?? '',
      maxBatchSize: Number(value('max_batch_size') ?? 10),
      maxRetries: Number(value('max_retries') ?? 3),
      deadLetterQueue: value('dead_letter_queue'),
      retentionMs,
    }
  })
}

/** Returns the queues of the consumers. `consume` is their worker; a batch that it throws for is retried. */
export function standInQueues(
  consumers: Consumer[],
  consume: (batch: MessageBatch) => Promise<void>,
) {
  for (const each of consumers)
    if (each.maxRetries > maxRetries || each.maxBatchSize > maxBatchSize)
      throw new Error(`The settings of ${each.queue} exceed the limits of the platform`)
  let messages: Message[] = []
  const lost: Message[] = []

  function send(queue: string, body: unknown): void {
    const text = JSON.stringify(body)
    if (Buffer.byteLength(text) > maxMessageBytes) throw new Error('Message is too large')
    const now = Date.now()
    const id = crypto.randomUUID()
    messages.push({ queue, id, body: JSON.parse(text), sentAt: now, dueAt: now, attempts: 0 })
  }

  /** Advances the clock by a minute, and delivers what is due. */
  async function passMinute(): Promise<void> {
    const now = Date.now() + minuteMs
    vi.setSystemTime(now)
    for (const consumer of consumers) {
      const isLost = (each: Message) =>
        each.queue === consumer.queue && now - each.sentAt >= consumer.retentionMs
      lost.push(...messages.filter(isLost))
      messages = messages.filter((each) => !isLost(each))
      const due = messages.filter(({ queue, dueAt }) => queue === consumer.queue && dueAt <= now)
      for (let start = 0; start < due.length; start += consumer.maxBatchSize)
        await deliver(consumer, due.slice(start, start + consumer.maxBatchSize))
    }
  }

  async function deliver(consumer: Consumer, batch: Message[]): Promise<void> {
    const outcomes = await outcomesOf(consumer, batch)
    const done = new Set<Message>()
    for (const message of batch) {
      const delay = outcomes.get(message)
      if (delay === undefined) done.add(message)
      else if (message.attempts <= consumer.maxRetries)
        message.dueAt = Date.now() + Math.max(1, delay) * 1000
      else if (consumer.deadLetterQueue)
        Object.assign(message, {
          queue: consumer.deadLetterQueue,
          dueAt: Date.now(),
          sentAt: Date.now(),
          attempts: 0,
        })
      else {
        done.add(message)
        lost.push(message)
      }
    }
    messages = messages.filter((each) => !done.has(each))
  }

  // A batch whose consumer returns is acknowledged, except for what it retried; one that throws is retried, except for
  // what it acknowledged.
  async function outcomesOf({ queue }: Consumer, batch: Message[]) {
    const delays = new Map<Message, number>()
    const acknowledged = new Set<Message>()
    const metrics = { backlogCount: messages.length, backlogBytes: 0 }
    const retry = (message: Message, { delaySeconds = 0 }: QueueRetryOptions = {}) => {
      if (delaySeconds < 0 || delaySeconds > maxDelaySeconds)
        throw new Error('The delay exceeds the limit of the platform')
      delays.set(message, delaySeconds)
    }
    const failed = await consume({
      queue,
      messages: batch.map((message) => {
        message.attempts += 1
        return {
          id: message.id,
          body: message.body,
          timestamp: new Date(message.sentAt),
          attempts: message.attempts,
          ack: () => void acknowledged.add(message),
          retry: (options) => retry(message, options),
        }
      }),
      ackAll: () => {},
      retryAll: () => {},
      metadata: { metrics },
    }).then(
      () => false,
      () => true,
    )
    if (failed)
      for (const message of batch)
        if (!acknowledged.has(message) && !delays.has(message)) delays.set(message, 0)
    return delays
  }

  return { send, passMinute, size: () => messages.length, lost }
}
