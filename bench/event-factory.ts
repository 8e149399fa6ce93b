/** Realistic events, generated from their number. */
import type { CardEvent } from '../schema/tracking/event.ts'
import { makeEvent } from '../worker/testing/events.ts'

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
const kinds = [...Array<'view'>(7).fill('view'), 'click', 'click', 'save'] as const

/** The event with this number, on the UTC day that begins at `at`. One visitor in three is a returning one. */
export function numberedEvent(
  number: number,
  { at, cardId }: { at: number; cardId: number },
): CardEvent {
  const kind = kinds[number % kinds.length] ?? 'view'
  const time = at + ((number * 7919) % 80_000_000)
  return makeEvent({
    id: `${time.toString(36)}-${number.toString(36).padStart(12, '0')}`,
    ...{ kind, cardId, at: time, receivedAt: at },
    ...(kind === 'click' && { linkType: 'website', linkId: 'primary' }),
    source: number % 3 === 0 ? 'qr' : 'link',
    visitor: visitorOf(Math.floor(number * 0.66)),
    network: `net${(number % 300).toString(36).padStart(3, '0')}`,
    place: places[number % places.length],
    device: devices[number % devices.length],
  })
}

/** Shaped like a visitor hash: eight characters for the network, shared by four visitors, and fourteen for the browser. */
function visitorOf(number: number): string {
  const network = Math.floor(number / 4).toString(36)
  return network.padStart(8, '0') + number.toString(36).padStart(14, '0')
}
