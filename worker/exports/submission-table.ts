/** What visitors sent, as a table. */
import type { Card } from '../../schema/card.ts'
import type { Entry } from '../../schema/inbox.ts'
import type { Db } from '../database.ts'
import { pagesOfEntries } from '../inbox/entries.ts'
import { contentColumns, visitColumns } from '../inbox/files.ts'
import type { Span } from './event-rows.ts'
import { cardColumns, ipColumn, timeColumns } from './event-table.ts'
import type { Table } from './table.ts'

type Asked = {
  cards: (Pick<Card, 'id' | 'name' | 'slug'> & Partial<Pick<Card, 'formConfig'>>)[]
  named: boolean
  withContent: boolean
  zone: string
  span: Span
}

/** The cards' entries; `withContent` what they hold, in the columns of the inbox. */
export async function submissionTable(
  db: Db,
  { cards, named, withContent, zone, span }: Asked,
): Promise<Table<Entry>> {
  const ids = cards.map(({ id }) => id)
  return {
    columns: [
      ...timeColumns<Entry>(zone, ({ timestamp }) => Date.parse(timestamp)),
      ...(named ? cardColumns<Entry>(cards, ({ cardId }) => cardId) : []),
      ...(withContent ? await contentColumns(db, cards) : []),
      ...visitColumns,
      ipColumn,
      { key: 'id', title: 'Submission ID', of: ({ id }) => id },
    ],
    pages: pagesOfEntries(db, ids, span),
  }
}
