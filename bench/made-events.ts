/** Events that look like those of real cards, made by their number. */
import type { CardEvent } from '../schema/event.ts'

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
