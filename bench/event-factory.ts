/** Realistic events, generated from their number. */
import type { CardEvent } from '../schema/tracking/event.ts'
import { dayMs } from '../worker/platform/time.ts'

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
