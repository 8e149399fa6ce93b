/** Contacts: each is a form submission with all submissions merged into it. The inbox, its exports and feeds show contacts. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { businessCards } from '../../schema/cards/tables.ts'
import { ownLabels } from '../../schema/inbox/form.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { mergedAnswers, newestFirst } from '../../schema/inbox/merge.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { deviceText, placeText } from '../../schema/tracking/event.ts'
import type { App } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { contentDisposition } from '../platform/download.ts'
import { opensContactsInline } from '../public/contact-file.ts'
import { idsInParts, isAmong, listIds, readAtOnce } from './parts.ts'
import {
  nextEntries,
  pagesOfRows,
  type SubmissionRow,
  submissionColumns,
  withTexts,
} from './queries.ts'

/** SQL: the entry is not merged into another one. */
export const isContact = isNull(formSubmissions.mergedInto)

/** Pages of the cards' contacts, or of those that meet the condition `only`: newest card first, then newest contact first. */
export async function* pagesOfContacts(
  db: Db,
  cardIds: number[],
  only?: SQL,
): AsyncGenerator<Submission[]> {
  for await (const rows of pagesOfRows(db, cardIds, and(isContact, only))) yield rows.map(asContact)
}

/** The entry with the answers of all entries merged into it, and with the time and place of the earliest one. */
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

/** The contact with this id; undefined if there is none. */
export async function findContact(db: Db, id: number): Promise<Submission | undefined> {
  const row = await db
    .select(submissionColumns)
    .from(formSubmissions)
    .where(and(sql`${formSubmissions.id} = ${id}`, isContact))
    .get()
  return row && asContact(row)
}

/** The response with a vCard, inline for browsers that open contacts. */
export function contactFile(
  c: Context<App>,
  { stem, text }: { stem: string; text: string | ReadableStream },
): Response {
  const inline = opensContactsInline(c.req.header('User-Agent') ?? '')
  c.header('Content-Type', 'text/vcard; charset=utf-8')
  c.header('Content-Disposition', contentDisposition({ stem, extension: 'vcf', inline }))
  return c.body(text)
}

// Duplicates: entries of one owner with the same email address or phone number.

const maxDuplicates = 19
const latestFirst = { by: 'timestamp desc, id desc' }

// A number without the country code is the end of the number with it.
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
 * The contacts on the owner's cards that have duplicates, by the rule of `findDuplicates`. They are compared here, in linear
 * time, because a long statement keeps all others waiting.
 */
export async function listDuplicated(db: Db, owner: SQL): Promise<number[]> {
  const cards = sql`select card.id from business_cards as card where card.user_id = ${owner} and card.deleted_at is null`
  const entries = await listIds(db, sql`card_id in (${cards})`)
  const keys: EntryKey[] = []
  for (const ids of idsInParts(entries, readAtOnce.entries))
    keys.push(
      ...(await db.all<EntryKey>(sql`select key, number, contact_id as contact from entry_keys
        where ${isAmong(ids, sql`entry_id`)}`)),
    )
  const found = new Set<number>()
  let compared = 0
  for (const same of Map.groupBy(keys, ({ key }) => key).values()) {
    for (const contact of duplicatedAmong(same)) found.add(contact)
    compared += same.length
    if (compared < keysPerTurn) continue
    compared = 0
    await scheduler.wait(0)
  }
  return [...found]
}

// After this many keys, other requests have their turn.
const keysPerTurn = 5000
// The shortest number that is compared.
const leastDigits = 7

/** The first and the last contact that have a number. */
type Span = { first: number; last: number }

/** The contacts that share a number among entries with the same key. One number may be the end of the other. */
function duplicatedAmong(keys: EntryKey[]): number[] {
  const holders = new Map<string, Span>()
  for (const { number, contact } of keys) widen(holders, number, { first: contact, last: contact })
  const withEnd = new Map<string, Span>()
  if (holders.size > 1)
    for (const [number, span] of holders)
      for (const end of endsOf(number)) widen(withEnd, end, span)
  const shared = new Set<string>()
  for (const [number, span] of holders) {
    const ends = holders.size > 1 ? endsOf(number).map((end) => holders.get(end)) : []
    const spans = [span, withEnd.get(number), ...ends].filter((one) => one !== undefined)
    const first = Math.min(...spans.map((one) => one.first))
    if (spans.some(({ last }) => last !== first)) shared.add(number)
  }
  return keys.flatMap(({ number, contact }) => (shared.has(number) ? contact : []))
}

/** The number without its first digits, in all lengths: one may be the same number without the country code. */
function endsOf(number: string): string[] {
  return Array.from({ length: Math.max(0, number.length - leastDigits) }, (_, at) =>
    number.slice(at + 1),
  )
}

function widen(spans: Map<string, Span>, number: string, { first, last }: Span): void {
  const span = spans.get(number)
  if (!span) spans.set(number, { first, last })
  else {
    span.first = Math.min(span.first, first)
    span.last = Math.max(span.last, last)
  }
}
