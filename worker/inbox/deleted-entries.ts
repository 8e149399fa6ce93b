/**
 * Deletes form submissions, which can be restored for 15 minutes: until then they are kept in a separate table, so that they
 * count as deleted everywhere.
 */
import { getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type Actor, canReadSubmissions } from '../../schema/access.ts'
import {
  contactExports,
  deletedEntries,
  entryMerges,
  formSubmissions,
} from '../../schema/inbox/tables.ts'
import { type Db, deleteSome } from '../platform/database.ts'
import { minuteMs } from '../platform/time.ts'
import { inParts, isAmong, type Sized } from './parts.ts'
import { textSize } from './queries.ts'

const restorableMs = 15 * minuteMs

/** The statements that delete those of the contacts that the actor may delete, with all entries merged into them. */
export function deleteEntries(db: Db, actor: Actor, ids: number[]) {
  const contacts = sql`(select entry.id from form_submissions as entry
    join business_cards as card on card.id = entry.card_id
    where ${isAmong(ids, sql`entry.id`)} and entry.merged_into is null
      and card.deleted_at is null and ${isReadBy(actor)})`
  const among = sql`(form_submissions.id in ${contacts} or form_submissions.merged_into in ${contacts})`
  return [
    db
      .insert(deletedEntries)
      .select(
        sql`select form_submissions.id, coalesce(form_submissions.merged_into, form_submissions.id),
          form_submissions.card_id, card.user_id, ${new Date().toISOString()},
          form_submissions.receipt_hash, form_submissions.email_receipt_hash, ${rowAsJson}, ${mergesAsJson}
        from form_submissions join business_cards as card on card.id = form_submissions.card_id where ${among}`,
      )
      .onConflictDoNothing(),
    db.delete(formSubmissions).where(among),
  ] as const
}

/** The contacts in parts that `deleteEntries` can take in one transaction. */
export async function deletableParts(db: Db, ids: number[]): Promise<number[][]> {
  const contacts = await db.all<Sized>(sql`
    select id, 1 + (select count(*) from form_submissions as part where part.merged_into = entry.id) as entries,
      ${textSize('entry')} as size
    from form_submissions as entry where ${isAmong(ids, sql`id`)} order by id`)
  return inParts(contacts)
}

/** The contacts that the actor can restore, in parts that `restoreEntries` can take in one transaction. */
export async function restorableParts(db: Db, actor: Actor, ids: number[]): Promise<number[][]> {
  const contacts = await db.all<Sized>(sql`
    select contact_id as id, count(*) as entries, sum(octet_length(row) + octet_length(merges)) as size
    from deleted_entries where contact_id in ${restorable(actor, ids)} group by contact_id order by contact_id`)
  return inParts(contacts)
}

/** The statements that restore contacts as they were. */
export function restoreEntries(db: Db, actor: Actor, ids: number[]) {
  const found = restorable(actor, ids)
  return [
    db
      .insert(formSubmissions)
      .select(sql`select ${restoredColumns} from deleted_entries where contact_id in ${found}`)
      .onConflictDoNothing(),
    db
      .insert(entryMerges)
      .select(
        sql`select merge.value ->> '$.id', entry_id, merge.value ->> '$.mergedAt', merge.value -> '$.details'
        from deleted_entries, json_each(merges) as merge where contact_id in ${found}`,
      )
      .onConflictDoNothing(),
    renewExports(db, found),
    db.delete(deletedEntries).where(sql`contact_id in ${found}`),
  ] as const
}

/** The number of these contacts that are stored; a repeat returns the same number as the first call. */
export function countStored(db: Db, actor: Actor, ids: number[]): Promise<number> {
  return db.$count(
    formSubmissions,
    sql`${isAmong(ids)} and merged_into is null and exists (
      select 1 from business_cards as card where card.id = form_submissions.card_id
        and card.deleted_at is null and ${isReadBy(actor)})`,
  )
}

/** Exports made while the contacts were deleted lack them, so the next export starts with them. */
function renewExports(db: Db, contacts: SQL) {
  const missing = sql`from deleted_entries as gone where gone.entry_id in ${contacts}
    and gone.card_id = contact_exports.card_id and gone.entry_id <= contact_exports.last_entry
    and gone.deleted_at < contact_exports.exported_at`
  return db
    .update(contactExports)
    .set({ lastEntry: sql`(select min(gone.entry_id) - 1 ${missing})` })
    .where(
      sql`user_id in (select owner_id from deleted_entries where entry_id in ${contacts})
        and exists (select 1 ${missing})`,
    )
}

/** The statement that permanently deletes the deleted contacts with an entry that meets the condition. */
export function forgetDeletedEntries(db: Db, where: SQL | undefined) {
  const { contactId } = deletedEntries
  const contacts = db.select({ contactId }).from(deletedEntries).where(where)
  return db.delete(deletedEntries).where(inArray(contactId, contacts))
}

/** The statement that permanently deletes what can no longer be restored, for the cron job's batch. */
export function deleteUnrestorable(db: Db, now = Date.now()) {
  return deleteSome(db, deletedEntries, lt(deletedEntries.deletedAt, restorableSince(now)))
}

/** Entries deleted at this time or before can no longer be restored. */
export function restorableSince(now = Date.now()): string {
  return new Date(now - restorableMs).toISOString()
}

// SQL for `canReadSubmissions`, for `card` in the statement.
function isReadBy(actor: Actor): SQL {
  return canReadSubmissions(actor, { userId: 0 }) ? sql`true` : sql`card.user_id = ${actor.id}`
}

/**
 * The contacts that can be restored completely: their cards still have the same owner, and no visitor's page has sent one
 * of the entries again.
 */
function restorable(actor: Actor, ids: number[]): SQL {
  return sql`(select shown.entry_id from deleted_entries as shown
    join business_cards as card on card.id = shown.card_id
    where ${isAmong(ids, sql`shown.entry_id`)} and shown.contact_id = shown.entry_id
      and shown.deleted_at > ${restorableSince()}
      and card.deleted_at is null and card.user_id = shown.owner_id and ${isReadBy(actor)}
      and not exists (select 1 from deleted_entries as part
        left join business_cards as other on other.id = part.card_id
        where part.contact_id = shown.entry_id and (other.user_id is not shown.owner_id
          or exists (select 1 from form_submissions as again where again.card_id = part.card_id
            and again.client_id = part.row ->> '$.client_id' and again.id <> part.entry_id))))`
}

const columns = Object.values(getTableColumns(formSubmissions)).map(({ name }) => name)

// A function of SQL takes 32 arguments at most on D1.
const pairsAtOnce = 15

const rowAsJson = sql.raw(
  columns.reduce((json, _, at) => {
    if (at % pairsAtOnce > 0) return json
    const pairs = columns
      .slice(at, at + pairsAtOnce)
      .map((name) => `'$.${name}', form_submissions.${name}`)
    return `json_set(${json}, ${pairs.join(', ')})`
  }, "'{}'"),
)

const mergesAsJson = sql`(select json_group_array(json_object('id', merge.id, 'mergedAt', merge.merged_at,
    'details', json(merge.details)))
  from entry_merges as merge where merge.entry_id = form_submissions.id)`

// The accounts of colleagues may have been erased since.
const colleagues = new Set(['assignee_id', 'captured_by'])

const restoredColumns = sql.raw(
  columns
    .map((name) => {
      const value = `row ->> '$.${name}'`
      return colleagues.has(name) ? `(select id from users where id = ${value})` : value
    })
    .join(', '),
)
