/** Contacts: form submissions together with those merged into them, as the inbox, its exports and feeds show them. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { ownLabels } from '../../schema/form.ts'
import type { Submission } from '../../schema/inbox.ts'
import { formSubmissions } from '../../schema/inbox-tables.ts'
import { mergedAnswers, newestFirst } from '../../schema/merge.ts'
import { deviceText, placeText } from '../../schema/place.ts'
import { businessCards } from '../../schema/tables.ts'
import type { Db } from '../platform/database.ts'
import { inParts, readAtOnce } from './parts.ts'
import {
  nextEntries,
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
  const formOf = ({ id, cardId }: Pick<Submission, 'id' | 'cardId'>) =>
    id === row.id ? row.form : row.partForms[cardId]
  const forms = parts.toReversed().map((part) => {
    const form = formOf(part)
    return form ? ownLabels(form) : {}
  })
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
const latestFirst = { by: 'timestamp desc, id desc' }

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
      .where(nextEntries(sql`id in ${others}`, { ...latestFirst, max: maxDuplicates }))
      .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id)),
  ])
  return owner && { ...owner, entries: rows.map(asContact) }
}

type EntryKey = { key: string; number: string; contact: number }

/**
 * The contacts on the owner's cards of which there are duplicates, as by `findDuplicates`. Compared here, in time in proportion
 * to their number, because the database serves all others as well.
 */
export async function listDuplicated(db: Db, owner: SQL): Promise<number[]> {
  const entries = await db.all<{ id: number }>(sql`
    select entry.id from business_cards as card cross join form_submissions as entry on entry.card_id = card.id
    where card.user_id = ${owner} and card.deleted_at is null`)
  const keys: EntryKey[] = []
  for (const ids of inParts(entries.map(({ id }) => ({ id, entries: 1, size: 0 })), readAtOnce))
    keys.push(
      ...(await db.all<EntryKey>(sql`select key, number, contact_id as contact from entry_keys
        where entry_id in (select value from json_each(${JSON.stringify(ids)}))`)),
    )
  const found = new Set<number>()
  for (const same of Map.groupBy(keys, ({ key }) => key).values())
    if (same.some(({ contact }) => contact !== same[0]?.contact))
      for (const contact of duplicatedAmong(same)) found.add(contact)
  return [...found]
}

// The shortest number that is compared.
const leastDigits = 7

type Holders = { whole: Span; all: Span }
type Span = { first: number; last: number }

/** Of entries with the same key, the contacts that share a number, of which one may be the end of the other. */
function* duplicatedAmong(keys: EntryKey[]): Generator<number> {
  const holdersOf = new Map<string, Holders>()
  for (const { number, contact } of keys)
    for (const end of endsOf(number)) {
      const holders = holdersOf.get(end) ?? { whole: noSpan(), all: noSpan() }
      holdersOf.set(end, holders)
      widen(holders.all, contact)
      if (end === number) widen(holders.whole, contact)
    }
  for (const { number, contact } of keys) {
    const isOther = ({ first, last }: Span) => last >= first && (first !== contact || last !== contact)
    const isShared = endsOf(number).some((end) => {
      const holders = holdersOf.get(end)
      return holders && isOther(end === number ? holders.all : holders.whole)
    })
    if (isShared) yield contact
  }
}

/** The number, and the ends of it that others can be. */
function endsOf(number: string): string[] {
  const ends = Array.from({ length: Math.max(0, number.length - leastDigits) }, (_, at) =>
    number.slice(at + 1),
  )
  return [number, ...ends]
}

function noSpan(): Span {
  return { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
}

function widen(span: Span, contact: number): void {
  span.first = Math.min(span.first, contact)
  span.last = Math.max(span.last, contact)
}
