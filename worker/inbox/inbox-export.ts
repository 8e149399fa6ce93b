/** Inbox exports: CSV for spreadsheets, vCard for address books. */
import { submissionContact } from '../../card/contact/vcard-submission.ts'
import type { Card } from '../../schema/cards/card.ts'
import { answerLabels, capturedFieldLabels, formFieldKeys } from '../../schema/inbox/form.ts'
import { type Submission, sourceName } from '../../schema/inbox/inbox.ts'
import type { Db } from '../platform/database.ts'
import type { Cell, Column } from '../platform/download.ts'
import { pagesOfContacts } from './contacts.ts'
import { listContentKeys } from './queries.ts'

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

/** Columns of answers and own fields: a file has up to 14 other columns, and more than fifty are too many for people. */
const maxContentColumns = 36
const maxFieldColumns = 11

/**
 * Columns for the contents and what the owner noted: for each field that the cards' forms have or had, and for each
 * of the owner's own fields that has values. Beyond the most frequent ones, the others are JSON in one column.
 */
export async function contentColumns(
  db: Db,
  cards: (Pick<Card, 'id'> & Partial<Pick<Card, 'formConfig'>>)[],
): Promise<Column<Submission>[]> {
  const formKeys = cards.flatMap(({ formConfig }) => formConfig?.fields.map(({ key }) => key) ?? [])
  const ids = cards.map(({ id }) => id)
  const stored = await listContentKeys(db, ids)
  const used = new Set<string>([...formKeys, ...stored.answers])
  // Cards can label a field differently, so several cards use the default labels.
  const form = cards.length === 1 ? cards[0]?.formConfig : undefined
  const labels = answerLabels(form ?? { fields: [] })
  // The other keys are questions that staff asked.
  const known = new Set([...formFieldKeys, ...Object.keys(capturedFieldLabels)])
  const keys = [
    ...[...known].filter((key) => used.has(key)),
    ...[...used].filter((key) => !known.has(key)),
  ]
  const isMore = stored.fields.length > maxFieldColumns
  const named = isMore ? stored.fields.slice(0, maxFieldColumns - 1) : stored.fields
  const fields = columnsOf([...named.toSorted(), ...stored.fields.slice(named.length)], {
    ...{ key: 'otherFields', title: 'Other fields', max: maxFieldColumns },
    of: (entry) => entry.fields,
    columnOf: (name) => ({ key: `field ${name}`, title: name }),
  })
  const answers = columnsOf(keys, {
    ...{ key: 'otherAnswers', title: 'Other answers', max: maxContentColumns - fields.length },
    of: (entry) => entry.formData,
    columnOf: (key) => ({ key, title: labels[key] ?? key }),
  })
  return [
    { key: 'status', title: 'Status', of: ({ status }) => status },
    ...answers,
    { key: 'note', title: 'Note', of: ({ note }) => note },
    { key: 'tags', title: 'Tags', of: ({ tags }) => tags.join(', ') || null },
    { key: 'followUpOn', title: 'Follow up on', of: ({ followUpOn }) => followUpOn },
    ...fields,
  ]
}

type Rest = {
  key: string
  title: string
  max: number
  of: (entry: Submission) => Record<string, string | number>
  columnOf: (name: string) => { key: string; title: string }
}

/** A column for each of the names, or for the first ones and the values of all others. */
function columnsOf(names: string[], { key, title, max, of, columnOf }: Rest): Column<Submission>[] {
  const shown = names.length > max ? names.slice(0, max - 1) : names
  const columns = shown.map((name) => ({
    ...columnOf(name),
    of: (entry: Submission) => of(entry)[name] ?? null,
  }))
  if (shown.length === names.length) return columns
  const isShown = new Set(shown)
  const rest = (entry: Submission) => {
    const values = Object.entries(of(entry)).filter(([name]) => !isShown.has(name))
    return values.length > 0 ? JSON.stringify(Object.fromEntries(values)) : null
  }
  return [...columns, { key, title, of: rest }]
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
