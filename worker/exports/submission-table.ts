/** What visitors sent, in exports: as a table of its own, and as one kind of event among the others. */
import type { Card } from '../../schema/card.ts'
import type { Entry } from '../../schema/inbox.ts'
import type { Db } from '../database.ts'
import { pagesOfEntries } from '../inbox/entries.ts'
import { contentColumns, visitColumns } from '../inbox/files.ts'
import type { EventRow, Span } from './event-rows.ts'
import { ipColumn, timeColumns } from './event-table.ts'
import type { Table } from './table.ts'

type Asked = { cards: Pick<Card, 'id' | 'formConfig'>[]; zone: string; span: Span }

/** The cards' entries; `withContent` what they hold, in the columns of the inbox. */
export async function submissionTable(
  db: Db,
  { cards, zone, span, withContent }: Asked & { withContent: boolean },
): Promise<Table<Entry>> {
  const ids = cards.map(({ id }) => id)
  return {
    columns: [
      ...timeColumns<Entry>(zone, ({ timestamp }) => Date.parse(timestamp)),
      ...(withContent ? await contentColumns(db, cards) : []),
      ...visitColumns,
      ipColumn,
      { key: 'id', title: 'Submission ID', of: ({ id }) => id },
    ],
    pages: pagesOfEntries(db, ids, span),
  }
}

/** The cards' entries as events; what they hold stays in the inbox. */
export async function* pagesOfSubmissions(
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
