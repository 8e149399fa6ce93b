/** Events handed to the queue's consumer, as the queue would in a burst: hundreds a message, a hundred messages at a time. */
import type { CardEvent } from '../schema/event.ts'
import type { EventMessage } from '../schema/event-message.ts'
import type { Bindings } from '../worker/env.ts'
import { consume } from '../worker/events/consumer.ts'

const eventsOfMessage = 300
const messagesAtOnce = 100
const atOnce = eventsOfMessage * messagesAtOnce

/** `length` events made by their number, from `start` on; fails when the consumer leaves one. */
export async function consumeAll(
  env: Bindings,
  { start, length }: { start: number; length: number },
  make: (number: number) => CardEvent,
): Promise<void> {
  for (let from = start; from < start + length; from += atOnce) {
    const count = Math.min(atOnce, start + length - from)
    const events = Array.from({ length: count }, (_, index) => make(from + index))
    const bodies = Array.from({ length: Math.ceil(count / eventsOfMessage) }, (_, index) => ({
      v: 2 as const,
      events: events.slice(index * eventsOfMessage, (index + 1) * eventsOfMessage),
    }))
    await hand(bodies, env)
  }
}

async function hand(bodies: EventMessage[], env: Bindings) {
  let acknowledged = 0
  const messages = bodies.map((body, index) => ({
    id: String(index),
    timestamp: new Date(),
    body,
    attempts: 1,
    ack: () => {
      acknowledged += 1
    },
    retry: () => {},
  }))
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } }
  const unused = { ackAll: () => {}, retryAll: () => {} }
  await consume({ queue: 'edgecard-events', messages, metadata, ...unused }, env)
  if (acknowledged < messages.length) throw new Error('The consumer left messages behind')
}
