/** Reads and changes form submissions, for users who may work on them. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import type { FieldValue } from '../../schema/inbox/contact-field.ts'
import { type FormConfig, ownLabels } from '../../schema/inbox/form.ts'
import type { Submission, SubmissionChange } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { deviceText, placeText } from '../../schema/tracking/event.ts'
import { among, type Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { inParts, isCounted, listSized, readAtOnce } from './parts.ts'

const exportPage = 200
/** The most text on a page, roughly in bytes: an entry has up to 240,000, and a merged one more. */
export const maxPageSize = 2_000_000

/** `index` is an `indexed by` clause with the index that has the order. */
type Order = { by: string; max: number; index?: SQL }

/** SQL: the entry is among the next ones in the order: at most `max`, fewer if their texts are long, but at least one. */
export function nextEntries(where: SQL | undefined, order: Order): SQL {
  return sql`${formSubmissions.id} in (select id from ${sizedPage(where, order)} where before < ${maxPageSize})`
}

/** A subquery for at most `max` entries in the order, each with the size of all entries `before` it and the number `found`. */
export function sizedPage(where: SQL | undefined, { by, max, index = sql`` }: Order): SQL {
  const order = sql.raw(by)
  return sql`(
    select id, sum(size) over (order by ${order} rows unbounded preceding) - size as before,
      count(*) over () as found from (
      select page.*, ${textSize('entry')} as size from (
        select id, card_id, timestamp from form_submissions ${index} where ${where} order by ${order} limit ${max}) as page
      join form_submissions as entry on entry.id = page.id))`
}

/** SQL: roughly the bytes of an entry, its merges, the entries merged into it and the forms of their cards. */
export function textSize(table: string): SQL {
  const parts = `from form_submissions as part where part.merged_into = ${table}.id`
  return sql.raw(`(octet_length(${table}.form_data) + octet_length(${table}.fields)
    + coalesce(octet_length(${table}.note), 0)
    + coalesce((select sum(octet_length(part.form_data) + ${partBytes}) ${parts}), 0)
    + coalesce((select sum(octet_length(form_config)) from business_cards
      where id in (select part.card_id ${parts})), 0)
    + coalesce((select sum(octet_length(details)) from entry_merges
      where entry_id in (select ${table}.id union all select part.id ${parts})), 0))`)
}

// Roughly the bytes of a part's other columns and their names.
const partBytes = 300

/** Pages of the cards' entries as they were sent, for figures: newest card first, newest entry first. */
export async function* pagesOfSubmissions(
  db: Db,
  cardIds: number[],
  only?: SQL,
): AsyncGenerator<Submission[]> {
  for await (const rows of pagesOfRows(db, cardIds, only)) yield rows.map(withTexts)
}

/** Pages of the cards' rows, before `withTexts`: newest card first, newest entry first. */
export function pagesOfRows(
  db: Db,
  cardIds: number[],
  only?: SQL,
): AsyncGenerator<SubmissionRow[]> {
  const { cardId, timestamp, id } = formSubmissions
  const newestFirst = { by: 'card_id desc, timestamp desc, id desc', max: exportPage }
  const cards = cardIds.toSorted((one, other) => other - one)
  return pagesOfCards<SubmissionRow>(cards, (some, last) => {
    const isNext = last && sql`(${timestamp}, ${id}) < (${last.timestamp}, ${last.id})`
    return db
      .select(submissionColumns)
      .from(formSubmissions)
      .where(nextEntries(and(isOfCards(some), isNext, only), newestFirst))
      .orderBy(desc(cardId), desc(timestamp), desc(id))
      .all()
  })
}

/**
 * Pages of the cards' rows, in the order of the cards. `read` returns rows of some cards, or of one card after the last row, so
 * that the index by card and time finds them; a query over all cards would read earlier rows again for each page.
 */
export async function* pagesOfCards<Row extends { cardId: number }>(
  cardIds: number[],
  read: (cardIds: number[], last?: Row) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let cards = cardIds
  let last: Row | undefined
  while (cards.length > 0) {
    const queried = last ? cards.slice(0, 1) : cards
    const rows = await read(queried, last)
    yield rows
    last = rows.at(-1)
    cards = cards.slice(last ? cards.indexOf(last.cardId) : queried.length)
  }
}

const maxKeys = 1000

/**
 * The keys of the answers in the cards' entries, including fields that their forms no longer have, and the names of the owner's
 * own fields that have values: the most frequent first, at most 1,000 of each. Reads some entries at a time, because a statement
 * keeps all others waiting.
 */
export async function listContentKeys(db: Db, cardIds: number[]) {
  const size = sql`octet_length(form_data) + octet_length(fields)`
  const entries = await listSized(db, isOfCards(cardIds), size)
  const counts = { answers: new Map<string, number>(), fields: new Map<string, number>() }
  for (const ids of inParts(entries, readAtOnce)) {
    for (const { kind, key, n } of await countKeys(db, JSON.stringify(ids))) {
      const known = counts[kind]
      if (known.has(key) || known.size < maxKeys) known.set(key, (known.get(key) ?? 0) + n)
    }
  }
  return { answers: mostFrequent(counts.answers), fields: mostFrequent(counts.fields) }
}

type KeyCount = { kind: 'answers' | 'fields'; key: string; n: number }

function countKeys(db: Db, ids: string): Promise<KeyCount[]> {
  const of = (kind: KeyCount['kind'], column: string) => sql`select * from (
    select ${kind} as kind, item.key as key, count(*) as n
    from form_submissions as entry, json_each(entry.${sql.raw(column)}) as item
    where entry.id in (select value from json_each(${ids})) group by item.key
    order by n desc, item.key limit ${maxKeys})`
  return db.all<KeyCount>(sql`${of('answers', 'form_data')} union all ${of('fields', 'fields')}`)
}

function mostFrequent(counts: Map<string, number>): string[] {
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b, 'en'))
  return sorted.map(([key]) => key)
}

type FoundSubmission = { entry: SubmissionRow; userId: number; workerId: number | null }

/**
 * The entry, the owner of its card, and the colleague who may work on it: a merged entry has the colleague of the entry that
 * shows it. Undefined if the entry does not exist or its card is deleted.
 */
export async function findSubmission(db: Db, id: number): Promise<FoundSubmission | undefined> {
  const workerId = sql<number | null>`(select shown.assignee_id from form_submissions as shown
    where shown.id = coalesce(form_submissions.merged_into, form_submissions.id))`
  const row = await db
    .select({ ...submissionColumns, workerId, userId: businessCards.userId })
    .from(formSubmissions)
    .innerJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(and(eq(formSubmissions.id, id), isNull(businessCards.deletedAt)))
    .get()
  if (!row) return undefined
  const { userId, workerId: by, ...entry } = row
  return { entry, userId, workerId: by }
}

/** As in `SubmissionChange`, with the id of the assignee. */
export type EntryChange = Omit<SubmissionChange, 'assignee' | 'timeZone' | 'read'> & Assigned

/** Whom a change assigns the entry to. */
export type Assigned = { assigneeId?: number | null; assignedAt?: string | null }

/** Changes an entry. False if it no longer exists, was merged into another, or `may` is false. */
export async function changeSubmission(
  db: Db,
  id: number,
  change: EntryChange & { may: SQL },
): Promise<boolean> {
  const { may, status, note, followUpOn, tags, fields, assigneeId, assignedAt } = change
  const isEntry = and(eq(formSubmissions.id, id), isNull(formSubmissions.mergedInto))
  let attempts = 0
  const row = await repeatable(() => {
    attempts += 1
    return db
      .update(formSubmissions)
      .set({
        status,
        note: note === '' ? null : note,
        followUpOn,
        assigneeId,
        assignedAt,
        tags: tags && withoutRepeats(tags),
        ...(fields && { fields: patchedFields(fields) }),
      })
      .where(and(isEntry, may))
      .returning({ id: formSubmissions.id })
      .get()
  })
  // An earlier attempt, whose response was lost, may have removed the caller's own assignment, and `may` is false from then on.
  return row !== undefined || (attempts > 1 && (await db.$count(formSubmissions, isEntry)) > 0)
}

/** Marks an entry as seen; false if it was not new. */
export async function markAsRead(db: Db, { id, may }: { id: number; may: SQL }): Promise<boolean> {
  let attempts = 0
  const row = await repeatable(() => {
    attempts += 1
    return db
      .update(formSubmissions)
      .set({ status: 'seen' })
      .where(and(eq(formSubmissions.id, id), eq(formSubmissions.status, 'new'), may))
      .returning({ id: formSubmissions.id })
      .get()
  })
  // An earlier attempt, whose response was lost, may have marked it.
  return row !== undefined || attempts > 1
}

// Blank texts and nulls remove a value.
function patchedFields(fields: Record<string, FieldValue | null>): SQL {
  const patch = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]),
  )
  return sql`json_patch(${formSubmissions.fields}, ${JSON.stringify(patch)})`
}

function withoutRepeats(tags: string[]): string[] {
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]
}

/** The columns of an entry that a caller may see, before `withTexts`. */
export const submissionColumns = {
  id: formSubmissions.id,
  cardId: formSubmissions.cardId,
  timestamp: formSubmissions.timestamp,
  formData: formSubmissions.formData,
  source: formSubmissions.source,
  sharePoint: sql<string | null>`(select label from share_points as point
    where point.code = form_submissions.source and point.card_id = form_submissions.card_id)`,
  status: formSubmissions.status,
  note: formSubmissions.note,
  revision: formSubmissions.revision,
  revisedAt: formSubmissions.revisedAt,
  withdrawnAt: formSubmissions.withdrawnAt,
  place: formSubmissions.submitterLocation,
  device: formSubmissions.submitterDevice,
  capturedAt: formSubmissions.capturedAt,
  capturedBy: sql<
    string | null
  >`(select coalesce(full_name, username) from users where users.id = captured_by)`,
  rating: formSubmissions.rating,
  event: sql<string | null>`(select name from occasions where occasions.id = occasion_id)`,
  followUpOn: formSubmissions.followUpOn,
  tags: formSubmissions.tags,
  fields: formSubmissions.fields,
  assigneeId: formSubmissions.assigneeId,
  assignee: sql<
    string | null
  >`(select coalesce(nullif(full_name, ''), username) from users as colleague
    where colleague.id = form_submissions.assignee_id and colleague.deleted_at is null)`,
  /** The entries merged into this one. */
  parts: sql<SubmissionPart[]>`(select json_group_array(json_object('id', part.id,
      'timestamp', part.timestamp, 'formData', json(part.form_data), 'source', part.source,
      'sharePoint', (select label from share_points as point where point.code = part.source and point.card_id = part.card_id),
      'place', part.submitter_location, 'device', part.submitter_device,
      'revision', part.revision, 'revisedAt', part.revised_at, 'capturedAt', part.captured_at,
      'capturedBy', (select coalesce(full_name, username) from users where users.id = part.captured_by),
      'event', (select name from occasions where occasions.id = part.occasion_id), 'cardId', part.card_id))
    from form_submissions as part where part.merged_into = form_submissions.id)`.mapWith(
    JSON.parse,
  ),
  /** The forms of the parts' cards, by id: each once, because fifty parts can be of one card. */
  partForms: sql<Record<string, FormConfig>>`(select json_group_object(card.id, json(form_config))
    from business_cards as card where card.form_config is not null and card.id in (
      select part.card_id from form_submissions as part where part.merged_into = form_submissions.id))`.mapWith(
    JSON.parse,
  ),
  /** The chosen answers of each merge, the last merge last. */
  chosen: sql<Record<string, number>[]>`(select json_group_array(json(answers)) from (
    select merge.details -> '$.answers' as answers from entry_merges as merge
    where merge.entry_id = form_submissions.id or merge.entry_id in (
      select part.id from form_submissions as part where part.merged_into = form_submissions.id)
    order by merge.id))`.mapWith(JSON.parse),
  mergeId: sql<number | null>`(select max(merge.id) from entry_merges as merge
    where merge.entry_id = form_submissions.id)`,
  mergedInto: formSubmissions.mergedInto,
  cardName: sql<string | null>`(select coalesce(nullif(name, ''), slug) from business_cards as card
    where card.id = form_submissions.card_id)`,
  form: sql<FormConfig | null>`(select form_config from business_cards as card
    where card.id = form_submissions.card_id)`.mapWith(businessCards.formConfig),
}

export type SubmissionRow = Omit<
  Submission,
  'place' | 'device' | 'cardName' | 'labels' | 'metAt' | 'merged'
> & {
  place: string | null
  device: string | null
  cardName: string | null
  form: FormConfig | null
  parts: SubmissionPart[]
  partForms: Record<string, FormConfig>
  chosen: Record<string, number>[]
}

/** What a merged entry contributes to the one that shows it. */
export type SubmissionPart = Pick<
  SubmissionRow,
  | 'id'
  | 'cardId'
  | 'timestamp'
  | 'formData'
  | 'source'
  | 'sharePoint'
  | 'place'
  | 'device'
  | 'revision'
  | 'revisedAt'
  | 'capturedAt'
  | 'capturedBy'
  | 'event'
>

/** Formats place and device as text, and adds the labels of the form. */
export function withTexts(submission: SubmissionRow): Submission {
  const { place, device, cardName, form, parts, partForms: _, chosen: __, ...row } = submission
  return {
    ...row,
    merged: parts.map(({ id }) => id),
    place: placeText(place),
    device: deviceText(device),
    metAt: row.capturedAt ?? row.timestamp,
    cardName: cardName ?? '',
    labels: form ? ownLabels(form) : {},
  }
}

function isOfCards(cardIds: number[]): SQL {
  return sql`${formSubmissions.cardId} in ${among(cardIds)}`
}

type Span = { from: number; until: number; code?: string | undefined }

/**
 * SQL: the entry counts in figures and is within the span (milliseconds, end exclusive); with `code`, of that share point.
 */
export function countedIn({ from, until, code }: Span): SQL | undefined {
  const [first, end] = [from, until].map((at) => new Date(at).toISOString())
  return and(
    sql`${formSubmissions.timestamp} >= ${first} and ${formSubmissions.timestamp} < ${end}`,
    sql.raw(isCounted()),
    code === undefined ? undefined : eq(formSubmissions.source, code),
  )
}

/** SQL: the visitor has not deleted the entry. */
export const isPresent = isNull(formSubmissions.withdrawnAt)
