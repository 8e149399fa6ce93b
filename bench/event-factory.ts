/** Events that look like those of real cards, made by their number. */
import type { CardEvent } from '../schema/event.ts'
import type { EventMessage } from '../schema/event-message.ts'
import type { Bindings } from '../worker/env.ts'
import { consume } from '../worker/events/consumer.ts'

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

/** The event of that number: of this card, on one of `days` UTC days from `at`; one visitor in three has been seen before. */
export function makeEvent(
  number: number,
  { at, cardId, days }: { at: number; cardId: number; days: number },
): CardEvent {
  const kind = kinds[number % kinds.length] ?? 'view'
  const time = at + (number % days) * 86_400_000 + ((number * 7919) % 80_000_000)
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
    ip: '203.0.113.0',
    place: places[number % places.length] ?? 'Unknown',
    device: devices[number % devices.length] ?? 'Unknown',
    leftOut: null,
    burst: false,
  }
}

/** As the hash of a visitor: eight characters of the network, which four visitors share, and fourteen of the browser. */
function visitorOf(number: number): string {
  const network = Math.floor(number / 4).toString(36)
  return network.padStart(8, '0') + number.toString(36).padStart(14, '0')
}

const eventsOfMessage = 300
const messagesAtOnce = 100
const atOnce = eventsOfMessage * messagesAtOnce

/**
 * Hands `length` events, made by their number from `start` on, to the queue's consumer as the queue does in a burst:
 * hundreds a message, a hundred messages at a time. Throws when the consumer leaves one.
 */
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
