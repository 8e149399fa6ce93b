/**
 * Changes of entries: many at once, and the list of changes for API clients. Triggers on `form_submissions` number the changes
 * of a card's inbox in the order of the transactions, so a client that continues after a number misses nothing.
 */
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type Actor, canReadSubmissions } from '../../schema/access.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { type BulkChange, type EntriesPage, maxTags } from '../../schema/inbox/inbox.ts'
import { entryChanges, formSubmissions } from '../../schema/inbox/tables.ts'
import { type Caller, isStillSignedIn } from '../accounts/auth-version.ts'
import type { Bindings } from '../env.ts'
import { among, type Db, database, deleteSome, spellings } from '../platform/database.ts'
import { consumeAmount } from '../platform/rate-limiter.ts'
import { openCursor, sealCursor } from '../platform/secrets.ts'
import { dayMs, daySeconds } from '../platform/time.ts'
import { asContact, isContact } from './contacts.ts'
import { isAmong } from './parts.ts'
import { type Assigned, maxPageSize, submissionColumns, textSize } from './queries.ts'

/** Cursors are valid for 180 days, tombstones are kept for longer. */
const cursorDays = 180
const tombstoneDays = 400

const cursorForm = /^entries\.(\d+)\.(\d+)\.(\d+)$/

/** The cursor after a change; the same change gives the same text all day. */
export function writeEntryCursor(env: Bindings, cardId: number, seq: number): string {
  return sealCursor(env, `entries.${cardId}.${today()}.${seq}`)
}

/** The number of the last change read; `expired`, or undefined if the cursor was not issued for this card. */
export function readEntryCursor(
  env: Bindings,
  cardId: number,
  cursor: string,
): number | 'expired' | undefined {
  const [, card, day, seq] = cursorForm.exec(openCursor(env, cursor) ?? '') ?? []
  if (Number(card) !== cardId) return undefined
  return today() - Number(day) > cursorDays ? 'expired' : Number(seq)
}

function today(): number {
  return Math.floor(Date.now() / dayMs)
}

type PageQuery = { cardId: number; after: number; limit: number }

/**
 * The current state of the entries that changed after the number `after`, and the ids of entries that were deleted or merged
 * into others, in the order of their last changes. Read in one transaction.
 */
export async function readEntryChanges(
  env: Bindings,
  { cardId, after, limit }: PageQuery,
): Promise<Omit<EntriesPage, 'cursor'> & { last: number }> {
  const db = database(env.DB)
  // With the size of what comes before, because a page has long texts or many entries, not both.
  const next = sql`(select seq, id, sum(size) over (order by seq rows unbounded preceding) - size as before from (
    select change.seq, change.id, coalesce(${textSize('entry')}, 0) as size from (
      select seq, entry_id as id from entry_changes where card_id = ${cardId} and seq > ${after}
      order by seq limit ${limit + 1}) as change
    left join form_submissions as entry on entry.id = change.id))`
  const ids = sql`(select id from ${next} where before < ${maxPageSize})`
  const [changes, rows] = await db.batch([
    db
      .select({ seq: sql<number>`seq`, id: sql<number>`id`, before: sql<number>`before` })
      .from(next)
      .orderBy(sql`seq`),
    db
      .select(submissionColumns)
      .from(formSubmissions)
      .where(and(inArray(formSubmissions.id, ids), isNull(formSubmissions.withdrawnAt), isContact)),
  ])
  const found = new Map(rows.map((row) => [row.id, asContact(row)]))
  const page = changes.slice(0, limit).filter(({ before }) => before < maxPageSize)
  return {
    entries: page.flatMap(({ id }) => found.get(id) ?? []),
    deleted: page.filter(({ id }) => !found.has(id)).map(({ id }) => id),
    more: changes.length > page.length,
    last: page.at(-1)?.seq ?? after,
  }
}

/** The statement that deletes tombstones after 400 days, for the cron job's batch. */
export function deleteOldTombstones(db: Db, now = Date.now()) {
  const end = new Date(now - tombstoneDays * dayMs).toISOString()
  return deleteSome(db, entryChanges, lt(entryChanges.deletedAt, end))
}

/** The statement that deletes what remains of a card's submissions, for its erasure. */
export function deleteEntryChangesOf(db: Db, cardId: number) {
  return db.delete(entryChanges).where(eq(entryChanges.cardId, cardId))
}

/** The contacts with these ids whose card is not deleted, with the fields that decide who may change them. */
export function listForChange(db: Db, ids: number[]) {
  return db
    .select({
      id: formSubmissions.id,
      userId: businessCards.userId,
      assigneeId: formSubmissions.assigneeId,
    })
    .from(formSubmissions)
    .innerJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(and(isAmong(ids), isContact, isNull(businessCards.deletedAt)))
    .all()
}

/**
 * Counts entries that the user changes, deletes or assigns to a colleague in bulk. Returns 0; or the seconds to wait, without
 * counting any.
 */
export async function limitEntries(
  env: Bindings,
  userId: number,
  { kind, entries }: { kind: keyof typeof maxADay; entries: number },
): Promise<number> {
  if (entries === 0) return 0
  const limit = { kind: `entries ${kind}`, subject: `${userId}`, max: maxADay[kind] }
  return consumeAmount(env, { ...limit, window: daySeconds }, entries)
}

/**
 * SQL for the statement of a change: the actor may still make it. The card may be handed over after the first check, and a
 * former owner could assign entries to themselves and keep them. `isOwners`: the change requires the right to read all entries
 * of the card.
 */
export function mayStillChange(actor: Actor & Caller, { isOwners }: { isOwners: boolean }): SQL {
  const isOwn = canReadSubmissions(actor, { userId: 0 })
    ? sql`true`
    : sql`held.user_id = ${actor.id}`
  const isAssigned = isOwners ? sql`false` : sql`form_submissions.assignee_id = ${actor.id}`
  return sql`(exists (select 1 from business_cards as held where held.id = form_submissions.card_id
    and held.deleted_at is null and (${isOwn} or ${isAssigned})) and ${isStillSignedIn(actor)})`
}

/** The statement that changes the entries, if `may`. */
export function changeEntries(
  db: Db,
  ids: number[],
  { may, status, followUpOn, assigneeId, assignedAt, addTag, removeTag }: Change & { may: SQL },
) {
  return db
    .update(formSubmissions)
    .set({
      status,
      followUpOn,
      assigneeId,
      assignedAt,
      ...((addTag || removeTag) && { tags: changedTags(addTag, removeTag) }),
    })
    .where(and(isAmong(ids), isContact, may))
}

/**
 * The statement that removes the assignments of owners to themselves, for the batch that hands their cards to another owner:
 * otherwise they could still read the entries. A split does not restore an assignment that the merge does not have.
 */
export function unassignFormerOwner(db: Db, ownerId: number, when: SQL) {
  const isTheirs = sql`card_id in (select id from business_cards as held
    where held.user_id = ${ownerId} and held.deleted_at is null) and ${when}`
  return db
    .update(formSubmissions)
    .set({ assigneeId: null, assignedAt: null })
    .where(and(eq(formSubmissions.assigneeId, ownerId), isTheirs))
}

// An entry with the maximum number of tags gets no other.
function changedTags(add: string | undefined, remove: string | undefined): SQL {
  const kept = remove
    ? sql`(select json_group_array(tag.value) from json_each(form_submissions.tags) as tag where not ${isTag(remove)})`
    : sql`form_submissions.tags`
  if (!add) return kept
  const has = sql`exists (select 1 from json_each(${kept}) as tag where ${isTag(add)})`
  return sql`iif(${has} or json_array_length(${kept}) >= ${maxTags}, ${kept}, json_insert(${kept}, '$[#]', ${add}))`
}

function isTag(text: string): SQL {
  return sql`tag.value collate nocase in ${among(spellings(text))}`
}

const maxADay = {
  // Each entry adds a row to the audit log, which is kept for two years.
  changed: 100_000,
  // The entries appear in the inbox and emails of a colleague, who did not ask for them.
  assigned: 2000,
}

/** As in `BulkChange`, with the id of the assignee. */
type Change = Omit<Extract<BulkChange['change'], { status?: unknown }>, 'assignee' | 'timeZone'> &
  Assigned
