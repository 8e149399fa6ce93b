/** The inbox: form submissions of a card, as its owner reads and manages them. */
import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { InboxPage, InboxQuery, Submission, SubmissionChange } from '../../schema/inbox.ts'
import { deviceText, placeText } from '../../schema/place.ts'
import { businessCards, formSubmissions } from '../../schema/tables.ts'
import type { VisitorData } from '../../schema/visitor-data.ts'
import type { Db } from '../platform/database.ts'

const exportPage = 500

/** A page of matching entries, newest first, with counts. */
export async function listSubmissions(
  db: Db,
  cardId: number,
  { search, status, before, limit }: InboxQuery,
): Promise<InboxPage> {
  const ofCard = eq(formSubmissions.cardId, cardId)
  const matching = and(
    ofCard,
    status && eq(formSubmissions.status, status),
    search ? matchesSearch(search) : undefined,
  )
  const [rows, [all], byStatus] = await db.batch([
    newestFirst(db, and(matching, before ? olderThan(before) : undefined)).limit(limit + 1),
    db.select({ total: count() }).from(formSubmissions).where(matching),
    db
      .select({ status: formSubmissions.status, count: count() })
      .from(formSubmissions)
      .where(ofCard)
      .groupBy(formSubmissions.status),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    entries: rows.slice(0, limit).map(withTexts),
    next: last ? cursor(last) : null,
    total: all?.total ?? 0,
    counts: {
      new: 0,
      seen: 0,
      done: 0,
      ...Object.fromEntries(byStatus.map((row) => [row.status, row.count])),
    },
  }
}

/**
 * Pages of the cards' entries, or of those in a span (milliseconds, end exclusive) with the code of a share point, if
 * given: newest card first, newest entry first.
 */
export async function* pagesOfSubmissions(
  db: Db,
  cardIds: number[],
  span?: Span,
): AsyncGenerator<Submission[]> {
  const inRange = and(among(cardIds), span && within(span))
  let last: Row | undefined
  while (true) {
    const rows = await db
      .select(submissionColumns)
      .from(formSubmissions)
      .where(and(inRange, last && after(last)))
      .orderBy(
        desc(formSubmissions.cardId),
        desc(formSubmissions.timestamp),
        desc(formSubmissions.id),
      )
      .limit(exportPage)
      .all()
    yield rows.map(withTexts)
    last = rows.at(-1)
    if (!last || rows.length < exportPage) return
  }
}

/** The answer keys of the cards' entries, including fields their forms no longer have. */
export async function listAnswerKeys(db: Db, cardIds: number[]): Promise<string[]> {
  const rows = await db.all<{ key: string }>(
    sql`select distinct answer.key from form_submissions, json_each(form_data) as answer
      where ${among(cardIds)}`,
  )
  return rows.map(({ key }) => key)
}

/** The entry and the owner of its card; undefined if it does not exist or its card is deleted. */
export async function findSubmission(
  db: Db,
  id: number,
): Promise<{ entry: Submission; userId: number } | undefined> {
  const row = await db
    .select({ ...submissionColumns, userId: businessCards.userId })
    .from(formSubmissions)
    .innerJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(and(eq(formSubmissions.id, id), isNull(businessCards.deletedAt)))
    .get()
  if (!row) return undefined
  const { userId, ...entry } = row
  return { entry: withTexts(entry), userId }
}

/** The updated entry; undefined if it no longer exists. */
export async function changeSubmission(
  db: Db,
  id: number,
  { status, note }: SubmissionChange,
): Promise<Submission | undefined> {
  const row = await db
    .update(formSubmissions)
    .set({ status, note: note === '' ? null : note })
    .where(eq(formSubmissions.id, id))
    .returning(submissionColumns)
    .get()
  return row && withTexts(row)
}

export async function deleteSubmission(db: Db, id: number): Promise<void> {
  await db.delete(formSubmissions).where(eq(formSubmissions.id, id))
}

/** What a caller may see of an entry, before `readable`. */
const submissionColumns = {
  id: formSubmissions.id,
  cardId: formSubmissions.cardId,
  timestamp: formSubmissions.timestamp,
  formData: formSubmissions.formData,
  source: formSubmissions.source,
  sharePoint: sql<string | null>`(select label from share_points as point
    where point.code = form_submissions.source and point.card_id = form_submissions.card_id)`,
  status: formSubmissions.status,
  note: formSubmissions.note,
  place: formSubmissions.submitterLocation,
  device: formSubmissions.submitterDevice,
}

type Row = Omit<Submission, 'place' | 'device'> & { place: string | null; device: string | null }

function newestFirst(db: Db, which: SQL | undefined) {
  return db
    .select(submissionColumns)
    .from(formSubmissions)
    .where(which)
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
}

/** Formats place and device as text. */
function withTexts({ place, device, ...row }: Row): Submission {
  return { ...row, place: placeText(place), device: deviceText(device) }
}

// D1 refuses LIKE patterns longer than 50 bytes.
function matchesSearch(search: string): SQL {
  const text = sql`lower(${search})`
  return sql`(instr(lower(coalesce(${formSubmissions.note}, '')), ${text}) or exists (
    select 1 from json_each(${formSubmissions.formData}) as answer where instr(lower(answer.value), ${text})))`
}

function among(cardIds: number[]): SQL {
  return sql`${formSubmissions.cardId} in (select value from json_each(${JSON.stringify(cardIds)}))`
}

function after({ cardId, timestamp, id }: Row): SQL {
  return sql`(${formSubmissions.cardId}, ${formSubmissions.timestamp}, ${formSubmissions.id}) < (${cardId}, ${timestamp}, ${id})`
}

type Span = { from: number; until: number; code?: string | undefined }

function within({ from, until, code }: Span): SQL | undefined {
  const [first, end] = [from, until].map((at) => new Date(at).toISOString())
  return and(
    sql`${formSubmissions.timestamp} >= ${first} and ${formSubmissions.timestamp} < ${end}`,
    code === undefined ? undefined : eq(formSubmissions.source, code),
  )
}

function cursor({ timestamp, id }: Row): string {
  return `${timestamp}_${id}`
}

function olderThan(before: string): SQL {
  const [timestamp, id] = before.split('_')
  return sql`(${formSubmissions.timestamp}, ${formSubmissions.id}) < (${timestamp}, ${Number(id)})`
}

// Entries of one visitor, found by an email in any answer, on all cards or on those of one owner.

const maxShown = 1000

/** `ownerId` is absent for callers who may read all cards. */
type Visitor = { email: string; ownerId?: number }

export async function findSubmissionsOf(db: Db, visitor: Visitor): Promise<VisitorData['entries']> {
  const rows = await db
    .select({ ...submissionColumns, card: businessCards.slug })
    .from(formSubmissions)
    .leftJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(leftBy(visitor))
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
    .limit(maxShown)
    .all()
  return rows.map(({ card, ...row }) => ({ ...withTexts(row), card }))
}

/** Deletes the visitor's entries and returns their number. */
export async function eraseSubmissionsOf(db: Db, visitor: Visitor): Promise<number> {
  const { meta } = await db.delete(formSubmissions).where(leftBy(visitor)).run()
  return meta.changes
}

// Includes deleted cards, whose entries are stored until they are erased.
function leftBy({ email, ownerId }: Visitor): SQL | undefined {
  return and(
    sql`exists (select 1 from json_each(form_submissions.form_data) as answer
      where trim(answer.value) = ${email} collate nocase)`,
    ownerId === undefined
      ? undefined
      : sql`form_submissions.card_id in (select id from business_cards as own where own.user_id = ${ownerId})`,
  )
}
