/** The inbox as files: a table for spreadsheets, and contacts for address books. */
import { entryContact } from '../../card/vcard-entry.ts'
import type { Card } from '../../schema/card.ts'
import { answerLabels, formFieldKeys } from '../../schema/form.ts'
import { type Entry, sourceName } from '../../schema/inbox.ts'
import type { Cell } from '../csv.ts'
import type { Db } from '../database.ts'
import { listAnswerKeys, pagesOfEntries } from './entries.ts'

/** The header and rows of the card's entries; a column for each field its form asks or asked for. */
export async function entryTable(db: Db, card: Card) {
  const labels = answerLabels(card.formConfig)
  const asked = card.formConfig.fields.map(({ key }) => key)
  const used = new Set<string>([...asked, ...(await listAnswerKeys(db, card.id))])
  const keys = formFieldKeys.filter((key) => used.has(key))
  return {
    header: [
      'Received (UTC)',
      'Status',
      ...keys.map((key) => labels[key] ?? key),
      'Note',
      'Where we met',
      'Place',
      'Device',
    ],
    pages: rowsOf(pagesOfEntries(db, card.id), keys),
  }
}

async function* rowsOf(pages: AsyncGenerator<Entry[]>, keys: string[]): AsyncGenerator<Cell[][]> {
  for await (const entries of pages)
    yield entries.map((entry) => [
      entry.timestamp.slice(0, 19).replace('T', ' '),
      entry.status,
      ...keys.map((key) => entry.formData[key] ?? null),
      entry.note,
      sourceName(entry.source),
      entry.place,
      entry.device,
    ])
}

/** One contact for each entry, newest first. */
export async function* entryContacts(db: Db, card: Card, origin: string): AsyncGenerator<string> {
  const labels = answerLabels(card.formConfig)
  for await (const entries of pagesOfEntries(db, card.id))
    yield entries.map((entry) => entryContact(entry, { labels, origin })).join('')
}
