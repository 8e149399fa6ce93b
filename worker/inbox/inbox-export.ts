/** Inbox exports: CSV for spreadsheets, vCard for address books. */
import { submissionContact } from '../../card/contact/vcard-submission.ts'
import type { Card } from '../../schema/card.ts'
import { answerLabels, capturedFieldLabels, formFieldKeys } from '../../schema/form.ts'
import { type Submission, sourceName } from '../../schema/inbox.ts'
import type { Cell, Column } from '../platform/csv.ts'
import type { Db } from '../platform/database.ts'
import { pagesOfContacts } from './contacts.ts'
import { listAnswerKeys, listFieldNames } from './submission-queries.ts'

/** The header and rows of the card's entries. */
export async function submissionTable(db: Db, card: Card) {
  const columns = [
    received,
    ...(await contentColumns(db, [card])),
    ...visitColumns,
    ...captureColumns,
  ]
  return {
    header: columns.map(({ title }) => title),
    pages: rowsOf(columns, pagesOfContacts(db, [card.id])),
  }
}

/**
 * Columns for the contents and what the owner noted; one for each field that the cards' forms have or had, and for each
 * of the owner's own fields that has values.
 */
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
  // The other keys are questions that staff asked.
  const known = new Set([...formFieldKeys, ...Object.keys(capturedFieldLabels)])
  const keys = [
    ...[...known].filter((key) => used.has(key)),
    ...[...used].filter((key) => !known.has(key)),
  ]
  return [
    { key: 'status', title: 'Status', of: ({ status }) => status },
    ...keys.map((key) => ({
      key,
      title: labels[key] ?? key,
      of: ({ formData }: Submission) => formData[key] ?? null,
    })),
    { key: 'note', title: 'Note', of: ({ note }) => note },
    { key: 'tags', title: 'Tags', of: ({ tags }) => tags.join(', ') || null },
    { key: 'followUpOn', title: 'Follow up on', of: ({ followUpOn }) => followUpOn },
    ...(await listFieldNames(db, ids)).map((name) => ({
      key: `field ${name}`,
      title: name,
      of: ({ fields }: Submission) => fields[name] ?? null,
    })),
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

/** Columns for what staff wrote down in booth mode. */
const captureColumns: Column<Submission>[] = [
  { key: 'rating', title: 'Rating', of: ({ rating }) => rating },
  { key: 'event', title: 'Event', of: ({ event }) => event },
  { key: 'capturedBy', title: 'Captured by', of: ({ capturedBy }) => capturedBy },
  {
    key: 'captured',
    title: 'Captured (UTC)',
    of: ({ capturedAt }) => capturedAt && utc(capturedAt),
  },
]

const received: Column<Submission> = {
  key: 'received',
  title: 'Received (UTC)',
  of: ({ timestamp }) => utc(timestamp),
}

function utc(timestamp: string): string {
  return timestamp.slice(0, 19).replace('T', ' ')
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
  for await (const entries of pagesOfContacts(db, [card.id]))
    yield entries
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map((entry) => submissionContact(entry, { labels, origin }))
      .join('')
}
