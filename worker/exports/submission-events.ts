/** What visitors sent, as one kind of event among the others. */
import type { Entry } from '../../schema/inbox.ts'
import type { Db } from '../database.ts'
import { pagesOfEntries } from '../inbox/entries.ts'
import type { EventRow, Span } from './event-rows.ts'

/** The cards' entries as events; what they hold stays in the inbox. */
export async function* submissionEvents(
  db: Db,
  cardIds: number[],
  span: Span,
): AsyncGenerator<EventRow[]> {
  for await (const entries of pagesOfEntries(db, cardIds, span)) yield entries.map(asEvent)
}

function asEvent({ cardId, timestamp, id, source, place, device }: Entry): EventRow {
  const at = Date.parse(timestamp)
  const nothing = { linkType: null, linkId: null, dwellMs: null }
  return { kind: 'submission', cardId, at, id: `${id}`, source, place, device, ...nothing }
}
