/** Visitor events. Only tests import this. */
import type { CardEvent } from '../../schema/tracking/event.ts'

/** Returns an event; by default a view now, from an iPhone in Berlin. */
export function makeEvent(fields: Partial<CardEvent> & { cardId: number }): CardEvent {
  const at = fields.at ?? Date.now()
  return {
    v: 1,
    id: `${at.toString(36)}-${crypto.randomUUID().slice(0, 12)}`,
    kind: 'view',
    at,
    receivedAt: at,
    dwellMs: 0,
    linkType: '',
    linkId: '',
    source: 'link',
    visitor: null,
    network: null,
    ip: 'Unknown',
    place: 'DE|Berlin|Berlin',
    device: 'Mobile|iOS|Safari',
    leftOut: null,
    burst: false,
    ...fields,
  }
}
