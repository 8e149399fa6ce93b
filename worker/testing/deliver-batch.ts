/** Delivers batches to the queue consumer. Only tests import this. */
import { env } from 'cloudflare:workers'
import type { Bindings } from '../env.ts'
import { consume } from '../tracking/consumer.ts'

const noMetrics = { backlogCount: 0, backlogBytes: 0 }

/** A queue message; the id is the same in every delivery. */
export type QueueMessage = { id: string; body: unknown }

export function newMessage(body: unknown): QueueMessage {
  return { id: crypto.randomUUID(), body }
}

/** Delivers a batch; returns the indexes of acknowledged messages, and of retried ones with their delay in seconds. */
export async function deliverBatch(
  batch: QueueMessage[],
  {
    queue = 'edgecard-events',
    bindings = env,
    sentAt = new Date(),
  }: { queue?: string; bindings?: Bindings; sentAt?: Date } = {},
) {
  const acknowledged: number[] = []
  const retried: [number, number | undefined][] = []
  const messages = batch.map((message, place) => ({
    ...message,
    timestamp: sentAt,
    attempts: 2,
    ack: () => acknowledged.push(place),
    retry: (options?: QueueRetryOptions) => retried.push([place, options?.delaySeconds]),
  }))
  const rest = { ackAll: () => {}, retryAll: () => {}, metadata: { metrics: noMetrics } }
  await consume({ queue, messages, ...rest }, bindings)
  return { acknowledged: acknowledged.sort(), retried: retried.sort() }
}
