/** Contacts of a card in the import format of another program, and what was exported before. */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Card } from '../../schema/cards/card.ts'
import { escapeFormula } from '../../schema/formula-injection.ts'
import {
  type ContactExport,
  type ContactFormat,
  type ContactsQuery,
  contactFormats,
  type Submission,
} from '../../schema/inbox/inbox.ts'
import { contactExports, formSubmissions } from '../../schema/inbox/tables.ts'
import { readPhoneText } from '../../schema/phone-text.ts'
import { type Cell, csvResponse } from '../platform/csv.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { contactOf, formatColumns, isExported } from './contact-formats.ts'
import { pagesOfContacts } from './contacts.ts'
import { isPresent } from './queries.ts'

/** The file, newest first. Its header `X-Last-Entry` has the id of the newest entry, for `saveExport`. */
export async function contactsResponse(
  db: Db,
  card: Pick<Card, 'id'>,
  { format, after = 0, stem }: ContactsQuery & { stem: string },
): Promise<Response> {
  const newest = await db
    .select({ id: sql<number>`coalesce(max(${formSubmissions.id}), 0)` })
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, card.id))
    .get()
  const last = newest?.id ?? 0
  // Entries that arrive during the download are left to the next one.
  const { id } = formSubmissions
  const wanted = and(isPresent, gt(id, after), lte(id, last))
  const columns = formatColumns[format]
  const response = csvResponse(
    { stem, tail: `-${format}` },
    {
      header: columns.map(([name]) => name),
      pages: rowsOf(pagesOfContacts(db, [card.id], wanted)),
      // Outlook alone reads a file without the mark as the local code page.
      byteOrderMark: format === 'outlook',
      neutralize: escapeImported,
    },
  )
  response.headers.set('X-Last-Entry', `${last}`)
  return response

  async function* rowsOf(pages: AsyncGenerator<Submission[]>): AsyncGenerator<Cell[][]> {
    for await (const entries of pages)
      yield entries
        .filter((entry) => isExported(format, entry))
        .map(contactOf)
        .map((contact) => columns.map(([, of]) => of(contact)))
  }
}

/** A phone number is no formula, and an apostrophe would become a part of it. */
function escapeImported(text: string): string {
  return phoneCell.test(text) && readPhoneText(text) ? text : escapeFormula(text)
}

// Without what a formula needs to do harm: quotes, `=`, `!`, `|`, `@`, a range such as A1:B2, or the bracket of a function.
const phoneCell =
  /^\+(?:[\d\p{L}\p{M}\p{Pd}\p{Zs}.,;/#]|(?<=[ ;,/])\+(?=\d)|(?<=\p{L}):|(?<!\p{L} *)\(|\))+$/u

type ExportKey = { userId: number; cardId: number }

/** What the user has exported of the card, for every format. */
export function listExports(db: Db, { userId, cardId }: ExportKey): Promise<ContactExport[]> {
  // The entries are read once, not for each format.
  return db.all<ContactExport>(sql`select * from (
    with entry as materialized (select id from form_submissions
      where card_id = ${cardId} and withdrawn_at is null and merged_into is null)
    select format.value as format, done.exported_at as exportedAt, done.last_entry as lastEntry, (
      select count(*) from entry where entry.id > coalesce(done.last_entry, 0)) as newEntries
    from json_each(${JSON.stringify(contactFormats)}) as format
    left join contact_exports as done
      on done.user_id = ${userId} and done.card_id = ${cardId} and done.format = format.value
    order by format.key)`)
}

/** What the user has exported, for the export of their account. */
export function listExportsOf(db: Db, userId: number) {
  const { cardId, format, lastEntry, exportedAt } = contactExports
  return db
    .select({ cardId, format, lastEntry, exportedAt })
    .from(contactExports)
    .where(eq(contactExports.userId, userId))
    .all()
}

/** Records that the user has exported the contacts up to this entry. */
export async function saveExport(
  db: Db,
  { userId, cardId }: ExportKey,
  { format, lastEntry }: { format: ContactFormat; lastEntry: number },
): Promise<void> {
  const exportedAt = new Date().toISOString()
  await repeatable(() =>
    db
      .insert(contactExports)
      .values({ userId, cardId, format, lastEntry, exportedAt })
      .onConflictDoUpdate({
        target: [contactExports.userId, contactExports.cardId, contactExports.format],
        set: { exportedAt, lastEntry: sql`max(${contactExports.lastEntry}, ${lastEntry})` },
      }),
  )
}

/** The statement that deletes what a user has exported, for their erasure. */
export function deleteExportsOf(db: Db, userId: number) {
  return db.delete(contactExports).where(eq(contactExports.userId, userId))
}

/** The statement that deletes what was exported of a card, for its erasure. */
export function deleteExportsOfCard(db: Db, cardId: number) {
  return db.delete(contactExports).where(eq(contactExports.cardId, cardId))
}
