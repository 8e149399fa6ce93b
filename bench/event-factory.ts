/** Realistic events, generated from their number. */
import type { CardEvent } from '../schema/event.ts'
import type { EventMessage } from '../schema/event-message.ts'
import type { Bindings } from '../worker/env.ts'
import { dayMs } from '../worker/platform/time.ts'
import { consume } from '../worker/tracking/consumer.ts'

const places = [
  'DE|Berlin|Berlin',
  'DE|Bavaria|Munich',
  'FR|Île-de-France|Paris',
  'US|California|San Francisco',
  'JP|Tokyo|Tokyo',
]
const devices = [
  'Mobile|iOS|Safari',
  'Mobile|Android|Chrome',
  'Desktop|Windows|Edge',
  'Tablet|iPadOS|Safari',
]
const kinds = [
  'view',
  'view',
  'view',
  'view',
  'view',
  'view',
  'view',
  'click',
  'click',
  'save',
] as const

/** The event with this number, on one of `days` UTC days from `at`. One visitor in three is a returning one. */
export function makeEvent(
  number: number,
  { at, cardId, days }: { at: number; cardId: number; days: number },
): CardEvent {
  const kind = kinds[number % kinds.length] ?? 'view'
  const time = at + (number % days) * dayMs + ((number * 7919) % 80_000_000)
  return {
    v: 1,
    id: `${time.toString(36)}-${number.toString(36).padStart(12, '0')}`,
    kind,
    cardId,
    at: time,
    receivedAt: at,
    dwellMs: 0,
    linkType: kind === 'click' ? 'website' : '',
    linkId: kind === 'click' ? 'primary' : '',
    source: number % 3 === 0 ? 'qr' : 'link',
    visitor: visitorOf(Math.floor(number * 0.66)),
    network: `net${(number % 300).toString(36).padStart(3, '0')}`,
    ip: 'Unknown',
    place: places[number % places.length] ?? 'Unknown',
    device: devices[number % devices.length] ?? 'Unknown',
    leftOut: null,
    burst: false,
  }
}

/** Shaped like a visitor hash: eight characters for the network, shared by four visitors, and fourteen for the browser. */
function visitorOf(number: number): string {
  const network = Math.floor(number / 4).toString(36)
  return network.padStart(8, '0') + number.toString(36).padStart(14, '0')
}

const eventsPerMessage = 300
const messagesPerBatch = 100
const eventsPerBatch = eventsPerMessage * messagesPerBatch

/**
 * Delivers `length` events, numbered from `start`, to the queue consumer as in a burst: 300 per message, 100 messages per
 * batch. Throws when the consumer does not acknowledge a message.
 */
export async function consumeAll(
  env: Bindings,
  { start, length }: { start: number; length: number },
  make: (number: number) => CardEvent,
): Promise<void> {
  for (let from = start; from < start + length; from += eventsPerBatch) {
    const count = Math.min(eventsPerBatch, start + length - from)
    const events = Array.from({ length: count }, (_, index) => make(from + index))
    const bodies = Array.from({ length: Math.ceil(count / eventsPerMessage) }, (_, index) => ({
      v: 2 as const,
      events: events.slice(index * eventsPerMessage, (index + 1) * eventsPerMessage),
    }))
    await deliver(bodies, env)
  }
}

async function deliver(bodies: EventMessage[], env: Bindings) {
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
