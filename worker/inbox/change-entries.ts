/** Changes to many form submissions at once. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Actor, canReadSubmissions } from '../../schema/access.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { type BulkChange, maxTags } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { type Caller, isStillSignedIn } from '../accounts/auth-version.ts'
import type { Bindings } from '../env.ts'
import { type Db, spellings } from '../platform/database.ts'
import { consumeAmount } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { isContact } from './contacts.ts'
import { isAmong } from './parts.ts'
import type { Assigned } from './queries.ts'

/** The entries with these ids, not merged into others, whose card is not deleted, with what decides who may change them. */
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

const maxADay = {
  // Each has a row in the audit log, which stays for two years.
  changed: 100_000,
  // They are in the inbox of a colleague, who did not ask for them, and in their emails.
  assigned: 2000,
}

/**
 * Counts entries that the user changes or deletes, or assigns to a colleague, in bulk. Returns 0, or the seconds to wait, and
 * then counts none of them.
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

/** As in `BulkChange`, with the id of the assignee. */
type Change = Omit<Extract<BulkChange['change'], { status?: unknown }>, 'assignee' | 'timeZone'> &
  Assigned

/**
 * The condition of a change by the actor, for its statement: the card may be handed over after the check, and who assigned an
 * entry to themselves in between would keep it. `isOwners`: only who may read all entries of the card may make the change.
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
 * The statement that takes back what owners assigned to themselves, for the batch in which their cards go to another one:
 * else they could still read it. A split restores no assignment that differs from that of the merge.
 */
export function unassignFormerOwner(db: Db, ownerId: number, when: SQL) {
  const isTheirs = sql`card_id in (select id from business_cards as held
    where held.user_id = ${ownerId} and held.deleted_at is null) and ${when}`
  return db
    .update(formSubmissions)
    .set({ assigneeId: null, assignedAt: null })
    .where(and(eq(formSubmissions.assigneeId, ownerId), isTheirs))
}

// An entry that has the most tags it can have gets no other.
function changedTags(add: string | undefined, remove: string | undefined): SQL {
  const kept = remove
    ? sql`(select json_group_array(tag.value) from json_each(form_submissions.tags) as tag where not ${isTag(remove)})`
    : sql`form_submissions.tags`
  if (!add) return kept
  const has = sql`exists (select 1 from json_each(${kept}) as tag where ${isTag(add)})`
  return sql`iif(${has} or json_array_length(${kept}) >= ${maxTags}, ${kept}, json_insert(${kept}, '$[#]', ${add}))`
}

function isTag(text: string): SQL {
  return sql`tag.value collate nocase in (select value from json_each(${JSON.stringify(spellings(text))}))`
}
