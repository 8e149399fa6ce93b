/** The inbox: lists of form submissions with filters and counts. */
import { and, count, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { InboxOrigin, InboxPage, InboxQuery } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import type { Db } from '../platform/database.ts'
import { asContact, isContact, listDuplicated } from './contacts.ts'
import { isAmong, listAmong, listIds, listMatching } from './parts.ts'
import { maxPageSize, type SubmissionRow, sizedPage, submissionColumns } from './queries.ts'

/** The entries of a card, of all cards of an owner, or those assigned to a user. */
export type InboxScope = { cardId: number } | { ownerId: number } | { assigneeId: number }

const maxSuggestedTags = 100
// Tags are suggested from the latest entries only, because 25,000 entries can have half a million tags.
const maxTagged = 5000

/** A page of matching entries, newest first, with counts; `me` is the caller. */
export async function listSubmissions(
  db: Db,
  { scope, me, query }: { scope: InboxScope; me: number; query: InboxQuery },
): Promise<InboxPage> {
  const inbox = and(inScope(scope), isContact)
  const filtered = and(inbox, ...filters(query, me))
  const found = await listFound(db, filtered, { scope, query })
  const [rows, [all], byStatus, tags, [assigned]] = await db.batch([
    pageOf(db, found ? isAmong(found) : filtered, { scope, query, found }),
    // Found entries are already counted.
    db
      .select({ count: count() })
      .from(formSubmissions)
      .where(found ? sql`false` : filtered),
    db
      .select({ status: formSubmissions.status, count: count() })
      .from(formSubmissions)
      .where(inbox)
      .groupBy(formSubmissions.status),
    tagsIn(db, scope, inbox),
    db
      .select({ count: count() })
      .from(formSubmissions)
      .where(and(inScope({ assigneeId: me }), isContact, ne(formSubmissions.status, 'done'))),
  ])
  const shown = rows.slice(0, query.limit)
  const last = shown.length < (rows[0]?.found ?? 0) ? shown.at(-1) : undefined
  return {
    entries: shown.map(({ found: _, ...row }) => asContact(row)),
    next: last ? cursor(last) : null,
    ...{ total: found?.length ?? all?.count ?? 0, assignedToMe: assigned?.count ?? 0 },
    counts: {
      ...{ new: 0, seen: 0, done: 0 },
      ...Object.fromEntries(byStatus.map((row) => [row.status, row.count])),
    },
    tags: tags.map(({ tag }) => tag),
  }
}

type Listed = { scope: InboxScope; query: InboxQuery; found?: number[] | undefined }

// With more ids than this, the database by itself would sort them all.
const manyIds = 5000

/** The rows of a page and one more, fewer if their texts are long; each with the number of entries `found`. */
function pageOf(db: Db, matching: SQL | undefined, { scope, query, found }: Listed) {
  // Other indexes serve a few ids, a status or an assignee.
  const isFew = found ? found.length < manyIds : query.status || query.assigned
  // Selects the ids first, because a row needs several subqueries, which would otherwise run for every sorted row.
  const page = sizedPage(and(matching, query.before ? olderThan(query.before) : undefined), {
    ...{ by: 'timestamp desc, id desc', max: query.limit + 1 },
    ...(!isFew && { index: byTime(scope) }),
  })
  return db
    .select({ ...submissionColumns, found: sql<number>`page.found` })
    .from(formSubmissions)
    .innerJoin(sql`${page} as page`, sql`page.id = ${formSubmissions.id}`)
    .where(sql`page.before < ${maxPageSize}`)
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
}

function inScope(scope: InboxScope): SQL | undefined {
  if ('cardId' in scope) return eq(formSubmissions.cardId, scope.cardId)
  const cards = sql`(select id from business_cards as card where card.deleted_at is null)`
  if ('assigneeId' in scope)
    return and(
      eq(formSubmissions.assigneeId, scope.assigneeId),
      sql`${formSubmissions.cardId} in ${cards}`,
    )
  return sql`${formSubmissions.cardId} in (select id from business_cards as card
    where card.user_id = ${scope.ownerId} and card.deleted_at is null)`
}

// By itself the database reads and sorts all contacts, in the index by status.
function byTime(scope: InboxScope): SQL {
  return 'assigneeId' in scope ? sql`` : sql`indexed by form_submissions_card`
}

function filters({ status, origin, due, assigned }: InboxQuery, me: number) {
  const { assigneeId } = formSubmissions
  return [
    status && eq(formSubmissions.status, status),
    origin && isOf(origin),
    due
      ? and(sql`${formSubmissions.followUpOn} <= ${due}`, ne(formSubmissions.status, 'done'))
      : undefined,
    assigned === 'me' ? eq(assigneeId, me) : undefined,
    assigned === 'others' ? ne(assigneeId, me) : undefined,
    assigned === 'nobody' ? isNull(assigneeId) : undefined,
  ]
}

/** The ids of the entries that match the search, the tag and `duplicates`; undefined if the query has none of these. */
async function listFound(
  db: Db,
  filtered: SQL | undefined,
  { scope, query: { search, tag, duplicates } }: Listed,
): Promise<number[] | undefined> {
  let found: number[] | undefined
  const among = () => and(filtered, found && isAmong(found)) ?? sql`true`
  // Colleagues must not learn about other entries of the owner.
  if (duplicates && !('assigneeId' in scope))
    found = await listAmong(db, await listDuplicated(db, ownerOf(scope)), filtered)
  if (tag) found = await listAmong(db, found ?? (await listIds(db, among())), hasTag(tag))
  return search ? listMatching(db, among(), matchesSearch(search)) : found
}

function ownerOf(scope: Exclude<InboxScope, { assigneeId: number }>): SQL {
  if ('ownerId' in scope) return sql`${scope.ownerId}`
  return sql`(select user_id from business_cards as own where own.id = ${scope.cardId})`
}

function isOf(origin: InboxOrigin): SQL {
  if (origin !== 'visitors' && origin !== 'captured') return eq(formSubmissions.rating, origin)
  const is = sql.raw(origin === 'captured' ? 'is not null' : 'is null')
  return sql`(${formSubmissions.capturedAt} ${is} or exists (select 1 from form_submissions as part
    where part.merged_into = form_submissions.id and part.captured_at ${is}))`
}

// Uses `instr`, because D1 refuses LIKE patterns longer than 50 bytes. Also finds answers of merged entries.
function matchesSearch(search: string): SQL {
  const text = sql`lower(${search})`
  // Searches all answers together first, because searching each one takes longer.
  const json = sql`lower(${JSON.stringify(search).slice(1, -1)})`
  const hasAnswer = (entry: SQL) =>
    sql`(instr(lower(${entry}.form_data), ${json}) and exists (
      select 1 from json_each(${entry}.form_data) as answer where instr(lower(answer.value), ${text})))`
  return sql`(instr(lower(coalesce(${formSubmissions.note}, '')), ${text})
    or ${hasAnswer(sql`form_submissions`)}
    or (instr(lower(${formSubmissions.tags}), ${json}) and exists (
      select 1 from json_each(${formSubmissions.tags}) as tag where instr(lower(tag.value), ${text})))
    or exists (select 1 from form_submissions as part
      where part.merged_into = form_submissions.id and ${hasAnswer(sql`part`)}))`
}

function hasTag(tag: string): SQL {
  return sql`instr(lower(${formSubmissions.tags}), lower(${JSON.stringify(tag)})) > 0`
}

function tagsIn(db: Db, scope: InboxScope, inbox: SQL | undefined) {
  const tag = sql<string>`tag.value`
  const tagged = sql`(select tags from form_submissions ${byTime(scope)} where ${inbox}
    order by timestamp desc limit ${maxTagged})`
  return db
    .select({ tag })
    .from(sql`${tagged} as entry cross join json_each(entry.tags) as tag`)
    .groupBy(tag)
    .orderBy(desc(count()), tag)
    .limit(maxSuggestedTags)
}

function cursor({ timestamp, id }: SubmissionRow): string {
  return `${timestamp}_${id}`
}

function olderThan(before: string): SQL {
  const [timestamp, id] = before.split('_')
  return sql`(${formSubmissions.timestamp}, ${formSubmissions.id}) < (${timestamp}, ${Number(id)})`
}
