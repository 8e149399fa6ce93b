/** Contacts of a card in the import format of another program, and the records of earlier exports. */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { dialableNumber } from '../../card/contact/phone.ts'
import { sanitizeText } from '../../card/contact/vcard-lines.ts'
import { contactName } from '../../card/contact/vcard-name.ts'
import type { Card } from '../../schema/cards/card.ts'
import { escapeFormula } from '../../schema/formula-injection.ts'
import { answerLabels, capturedFieldLabels } from '../../schema/inbox/form.ts'
import {
  type ContactExport,
  type ContactFormat,
  type ContactsQuery,
  contactFormats,
  type Submission,
  sourceName,
  submitterName,
} from '../../schema/inbox/inbox.ts'
import { contactExports, formSubmissions } from '../../schema/inbox/tables.ts'
import { readPhoneText } from '../../schema/phone-text.ts'
import type { Db } from '../platform/database.ts'
import { type Cell, csvResponse } from '../platform/download.ts'
import { repeatable } from '../platform/failures.ts'
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
      // Only Outlook reads a file without a byte order mark in the local code page.
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

/** Escapes formulas, but not phone numbers: the apostrophe would become a part of the number. */
function escapeImported(text: string): string {
  return phoneCell.test(text) && readPhoneText(text) ? text : escapeFormula(text)
}

// Excludes what a harmful formula needs: quotes, `=`, `!`, `|`, `@`, a range such as A1:B2, or the bracket of a function.
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

/** The statement that deletes a user's export records, for their erasure. */
export function deleteExportsOf(db: Db, userId: number) {
  return db.delete(contactExports).where(eq(contactExports.userId, userId))
}

/** The statement that deletes the export records of a card, for its erasure. */
export function deleteExportsOfCard(db: Db, cardId: number) {
  return db.delete(contactExports).where(eq(contactExports.cardId, cardId))
}

type Contact = {
  fullName: string
  firstName: string
  lastName: string
  company: string
  title: string
  email: string
  phone: string
  mobile: string
  website: string
  address: string
  rating: string
  /** Where the owner met the contact. */
  source: string
  tags: string[]
  /** Everything else, by line. */
  notes: string
}

type Columns = [name: string, of: (contact: Contact) => string][]

/** For a required field that the visitor left empty, as Salesforce itself writes it. */
const notProvided = '[not provided]'

/** A lead needs a last name and a company. A single name is the last name. */
const leadColumns: Columns = [
  ['First Name', ({ firstName, lastName }) => (lastName ? firstName : '')],
  ['Last Name', ({ lastName, firstName, email }) => lastName || firstName || email || notProvided],
  ['Company', ({ company }) => company || notProvided],
  ['Title', ({ title }) => title],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
]

const formatColumns: Record<ContactFormat, Columns> = {
  // https://knowledge.hubspot.com/properties/hubspots-default-contact-properties
  hubspot: [
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Email', ({ email }) => email],
    ['Phone Number', ({ phone }) => phone],
    ['Mobile Phone Number', ({ mobile }) => mobile],
    ['Company Name', ({ company }) => company],
    ['Job Title', ({ title }) => title],
    ['Website URL', ({ website }) => website],
    ['Street Address', ({ address }) => address],
    ['Message', ({ notes }) => notes],
  ],
  // https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm
  salesforce: [
    ...leadColumns,
    ['Mobile Phone', ({ mobile }) => mobile],
    ['Website', ({ website }) => website],
    ['Street', ({ address }) => address],
    ['Rating', ({ rating }) => rating],
    ['Lead Source', ({ source }) => source],
    ['Description', ({ notes }) => notes],
  ],
  // https://support.pipedrive.com/en/article/importing-mandatory-fields
  pipedrive: [
    ['Person - Name', ({ fullName }) => fullName],
    ['Person - Email', ({ email }) => email],
    ['Person - Phone', ({ phone, mobile }) => phone || mobile],
    ['Person - Job title', ({ title }) => title],
    ['Organization - Name', ({ company }) => company],
    ['Organization - Address', ({ address }) => address],
    ['Note - Content', ({ notes }) => notes],
  ],
  // https://help.zoho.com/portal/en/kb/crm/sales-force-automation/leads/articles/standard-lead-fields
  zoho: [
    ...leadColumns,
    ['Mobile', ({ mobile }) => mobile],
    ['Website', ({ website }) => website],
    ['Street', ({ address }) => address],
    ['Lead Source', ({ source }) => source],
    ['Description', ({ notes }) => notes],
  ],
  // https://support.google.com/contacts/answer/1069522
  google: [
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Organization Name', ({ company }) => company],
    ['Organization Title', ({ title }) => title],
    ['Notes', ({ notes }) => notes],
    ['Labels', ({ tags }) => tags.join(' ::: ')],
    ['E-mail 1 - Label', ({ email }) => (email ? 'Work' : '')],
    ['E-mail 1 - Value', ({ email }) => email],
    ['Phone 1 - Label', ({ phone }) => (phone ? 'Work' : '')],
    ['Phone 1 - Value', ({ phone }) => phone],
    ['Phone 2 - Label', ({ mobile }) => (mobile ? 'Mobile' : '')],
    ['Phone 2 - Value', ({ mobile }) => mobile],
    ['Address 1 - Label', ({ address }) => (address ? 'Work' : '')],
    ['Address 1 - Street', ({ address }) => address],
    ['Website 1 - Label', ({ website }) => (website ? 'Work' : '')],
    ['Website 1 - Value', ({ website }) => website],
  ],
  // https://support.microsoft.com/office/create-or-edit-csv-files-to-import-into-outlook-4518d70d-8fe9-46ad-94fa-1494247193c7
  outlook: [
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Company', ({ company }) => company],
    ['Job Title', ({ title }) => title],
    ['Business Street', ({ address }) => address],
    ['Business Phone', ({ phone }) => phone],
    ['Mobile Phone', ({ mobile }) => mobile],
    ['E-mail Address', ({ email }) => email],
    ['Notes', ({ notes }) => notes],
    ['Categories', ({ tags }) => tags.join(';')],
    ['Web Page', ({ website }) => website],
  ],
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: [
    ['Email Address', ({ email }) => email],
    ['First Name', ({ firstName }) => firstName],
    ['Last Name', ({ lastName }) => lastName],
    ['Phone Number', ({ phone, mobile }) => phone || mobile],
    ['Company', ({ company }) => company],
    ['Tags', ({ tags }) => tags.join(',')],
  ],
}

/** Mailchimp requires an email address. The other formats skip a contact without a name, email, phone, company or mobile. */
function isExported(format: ContactFormat, { formData }: Submission): boolean {
  const { name, email, phone, company, mobile } = formData
  return Boolean(format === 'mailchimp' ? email : name || email || phone || company || mobile)
}

const ownColumns = new Set([
  'name',
  'email',
  'phone',
  'company',
  ...Object.keys(capturedFieldLabels),
])
ownColumns.delete('code')

function contactOf(entry: Submission): Contact {
  const { formData, labels, source, sharePoint, event, rating, timestamp, note } = entry
  const of = (key: string) => oneLine(formData[key])
  const fullName = oneLine(submitterName(formData, ''))
  const { given, additional, family, prefix, suffix } = contactName(of('name'))
  const defaultLabels = answerLabels({ fields: [] })
  const answers = Object.entries(formData)
    .filter(([key]) => !ownColumns.has(key))
    .map(([key, answer]) => `${labels[key] ?? defaultLabels[key] ?? key}: ${answer}`)
  const met = oneLine([sourceName(source, sharePoint), event].filter(Boolean).join(', '))
  const fields = Object.entries(entry.fields).map(([name, value]) => `${name}: ${value}`)
  const lines = [
    ...answers,
    ...fields,
    note ?? '',
    `Where we met: ${met}, ${timestamp.slice(0, 10)}`,
  ]
  return {
    fullName,
    firstName: joined(prefix, given, additional),
    lastName: joined(family, suffix),
    company: of('company'),
    title: of('title'),
    email: of('email'),
    phone: dialableNumber(of('phone')),
    mobile: dialableNumber(of('mobile')),
    website: of('website'),
    address: of('address'),
    rating: rating ? rating[0]?.toUpperCase() + rating.slice(1) : '',
    source: met,
    tags: entry.tags,
    notes: sanitizeText(lines.filter(Boolean).join('\n')),
  }
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(' ')
}

function oneLine(text: string | undefined): string {
  return sanitizeText(text).replaceAll('\n', ' ')
}
