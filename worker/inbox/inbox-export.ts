/** Inbox exports: CSV for spreadsheets, vCard for address books. */
import { submissionContact } from '../../card/contact/vcard-submission.ts'
import type { Card } from '../../schema/card.ts'
import { answerLabels, formFieldKeys } from '../../schema/form.ts'
import { type Submission, sourceName } from '../../schema/inbox.ts'
import type { Cell, Column } from '../platform/csv.ts'
import type { Db } from '../platform/database.ts'
import { listAnswerKeys, pagesOfSubmissions } from './submission-queries.ts'

/** The header and rows of the card's entries. */
export async function submissionTable(db: Db, card: Card) {
  const columns = [received, ...(await contentColumns(db, [card])), ...visitColumns]
  return {
    header: columns.map(({ title }) => title),
    pages: rowsOf(columns, pagesOfSubmissions(db, [card.id])),
  }
}

/** Columns for the contents, status and note; one for each field that the cards' forms have or had. */
export async function contentColumns(
  db: Db,
  cards: (Pick<Card, 'id'> & Partial<Pick<Card, 'formConfig'>>)[],
): Promise<Column<Submission>[]> {
  const formKeys = cards.flatMap(({ formConfig }) => formConfig?.fields.map(({ key }) => key) ?? [])
  const ids = cards.map(({ id }) => id)
  const used = new Set<string>([...formKeys, ...(await listAnswerKeys(db, ids))])
  // Cards can label a field differently, so several cards use the default labels.
  const form = cards.length === 1 ? cards[0]?.formConfig : undefined
  const labels = answerLabels(form ?? { fields: [] })
  const keys = formFieldKeys.filter((key) => used.has(key))
  return [
    { key: 'status', title: 'Status', of: ({ status }) => status },
    ...keys.map((key) => ({
      key,
      title: labels[key] ?? key,
      of: ({ formData }: Submission) => formData[key] ?? null,
    })),
    { key: 'note', title: 'Note', of: ({ note }) => note },
  ]
}

/** Columns for where and how the visitor submitted the form. */
export const visitColumns: Column<Submission>[] = [
  {
    key: 'source',
    title: 'Where we met',
    of: ({ source, sharePoint }) => sourceName(source, sharePoint),
  },
  { key: 'location', title: 'Location', of: ({ place }) => place },
  { key: 'device', title: 'Device', of: ({ device }) => device },
]

const received: Column<Submission> = {
  key: 'received',
  title: 'Received (UTC)',
  of: ({ timestamp }) => timestamp.slice(0, 19).replace('T', ' '),
}

async function* rowsOf(
  columns: Column<Submission>[],
  pages: AsyncGenerator<Submission[]>,
): AsyncGenerator<Cell[][]> {
  for await (const entries of pages)
    yield entries.map((entry) => columns.map(({ of }) => of(entry)))
}

/** One contact per entry, newest first. */
export async function* submissionContacts(
  db: Db,
  card: Card,
  origin: string,
): AsyncGenerator<string> {
  const labels = answerLabels(card.formConfig)
  for await (const entries of pagesOfSubmissions(db, [card.id]))
    yield entries.map((entry) => submissionContact(entry, { labels, origin })).join('')
}
