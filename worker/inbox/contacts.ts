/** Contacts: form submissions together with those merged into them, as the inbox, its exports and feeds show them. */
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { ownLabels } from '../../schema/form.ts'
import type { Submission } from '../../schema/inbox.ts'
import { formSubmissions } from '../../schema/inbox-tables.ts'
import { mergedAnswers, newestFirst } from '../../schema/merge.ts'
import { deviceText, placeText } from '../../schema/place.ts'
import { businessCards } from '../../schema/tables.ts'
import type { Db } from '../platform/database.ts'
import {
  pagesOfRows,
  type SubmissionRow,
  submissionColumns,
  withTexts,
} from './submission-queries.ts'

/** Entries that are not shown by another one. */
export const isContact = isNull(formSubmissions.mergedInto)

/** Pages of the cards' contacts, or only of those that meet a condition: newest card first, newest first. */
export async function* pagesOfContacts(
  db: Db,
  cardIds: number[],
  only?: SQL,
): AsyncGenerator<Submission[]> {
  for await (const rows of pagesOfRows(db, cardIds, and(isContact, only))) yield rows.map(asContact)
}

/** The entry with the answers of those merged into it, and where the first of them was met. */
export function asContact(row: SubmissionRow): Submission {
  const shown = withTexts(row)
  if (row.parts.length === 0) return shown
  const parts = newestFirst([row, ...row.parts])
  const first = parts.toSorted((a, b) => metAt(a).localeCompare(metAt(b)) || a.id - b.id)[0] ?? row
  const { source, sharePoint, event, capturedAt, capturedBy } = first
  const revised = parts.flatMap(({ revisedAt }) => revisedAt ?? []).sort()
  const forms = parts.toReversed().map(({ form }) => (form ? ownLabels(form) : {}))
  return {
    ...shown,
    ...{ source, sharePoint, event, capturedAt, capturedBy },
    ...{ place: placeText(first.place), device: deviceText(first.device), metAt: metAt(first) },
    formData: mergedAnswers(parts, Object.assign({}, ...row.chosen)),
    labels: Object.assign({}, ...forms),
    revision: parts.reduce((sum, { revision }) => sum + revision, 0),
    revisedAt: revised.at(-1) ?? null,
  }
}

function metAt({ capturedAt, timestamp }: Pick<Submission, 'capturedAt' | 'timestamp'>): string {
  return capturedAt ?? timestamp
}

/** The entry with its contact; undefined if it does not exist. */
export async function findContact(db: Db, id: number): Promise<Submission | undefined> {
  const row = await db
    .select(submissionColumns)
    .from(formSubmissions)
    .where(and(sql`${formSubmissions.id} = ${id}`, isContact))
    .get()
  return row && asContact(row)
}

// Duplicates: entries of one owner with the same email address or phone number.

const maxDuplicates = 19

// A number without the country code is the end of one with it.
const isSameNumber = sql`(substr(other.number, -length(mine.number)) = mine.number
  or substr(mine.number, -length(other.number)) = other.number)`

/**
 * The latest contacts that share an address or number with this one, on cards of the same owner, and the owner;
 * undefined if there is no such entry.
 */
export async function findDuplicates(
  db: Db,
  id: number,
): Promise<{ userId: number; entries: Submission[] } | undefined> {
  const others = sql`(select other.contact_id from entry_keys as mine
    join form_submissions as entry on entry.id = ${id} and mine.contact_id = ${id}
    join business_cards as own on own.id = entry.card_id
    join business_cards as peer on peer.user_id = own.user_id and peer.deleted_at is null
    join entry_keys as other on other.key = mine.key and other.card_id = peer.id
    where other.contact_id <> ${id} and ${isSameNumber})`
  const [[owner], rows] = await db.batch([
    db
      .select({ userId: businessCards.userId })
      .from(formSubmissions)
      .innerJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
      .where(and(eq(formSubmissions.id, id), isNull(businessCards.deletedAt))),
    db
      .select(submissionColumns)
      .from(formSubmissions)
      .where(inArray(formSubmissions.id, others))
      .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
      .limit(maxDuplicates),
  ])
  return owner && { ...owner, entries: rows.map(asContact) }
}

// The ends of a number that others can be, of 7 to 15 digits.
const endLengths = sql.raw([7, 8, 9, 10, 11, 12, 13, 14, 15].map((length) => `(${length})`).join())

/**
 * The contacts on the owner's cards of which there are duplicates, as by `findDuplicates`. Takes time in proportion to
 * their number: each is grouped with the ends of its numbers, instead of compared with each other.
 */
export async function listDuplicated(db: Db, owner: SQL): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    with own as materialized (
      select own.key, own.number, own.contact_id as contact from business_cards as card
      cross join form_submissions as entry on entry.card_id = card.id
      cross join entry_keys as own on own.entry_id = entry.id
      where card.user_id = ${owner} and card.deleted_at is null),
    shared as (select key from own group by key having min(contact) <> max(contact)),
    ends (key, contact, number, is_whole) as (
      select key, contact, number, 1 from own where key in (select key from shared)
      union all
      select key, contact, substr(number, -lengths.column1), 0 from own
      cross join (values ${endLengths}) as lengths on lengths.column1 < length(number)
      where key in (select key from shared)),
    grouped as (
      select contact, is_whole, min(contact) over same as first, max(contact) over same as last,
        min(iif(is_whole, contact, null)) over same as first_whole,
        max(iif(is_whole, contact, null)) over same as last_whole
      from ends window same as (partition by key, number))
    select distinct contact as id from grouped
    where iif(is_whole, first <> last, first_whole <> contact or last_whole <> contact)`)
  return rows.map(({ id }) => id)
}
