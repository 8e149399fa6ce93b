/**
 * Merges form submissions of one person. The newest shows the others, which stay unchanged except for `merged_into`. Each
 * merge of a contact is a row of `entry_merges` with the data that undoing it restores.
 */
import { type SQL, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import {
  answerSources,
  busyMessage,
  type EntryMerge,
  type MergeDetails,
  maxMerged,
  maxMergedCharacters,
  mergedOwnerData,
  mergeError,
  mergeMessages,
  newestFirst,
  type OwnerData,
} from '../../schema/inbox/merge.ts'
import { entryChanges, entryMerges, formSubmissions } from '../../schema/inbox/tables.ts'
import { among, type Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { sqlNow } from '../platform/time.ts'

// A merge is tried again only if an entry was changed between reading and writing.
export const maxAttempts = 5
// More than can be merged, because withdrawn entries and long texts have error messages of their own.
const mostRead = 4 * maxMerged

/** The ids of the submission that shows the others and of the merge; or why nothing was merged. */
type Outcome = { id: number; merge: number | null } | { error: string | 'not found' }

/** Merges the entries, each with what was merged into it. A repeat changes nothing. */
export async function mergeEntries(
  db: Db,
  wish: EntryMerge,
  mayMerge: (card: { userId: number }) => boolean,
): Promise<Outcome> {
  // Counts first, because twenty contacts can have a thousand entries with long texts.
  if ((await db.$count(formSubmissions, isOfContacts(wish.ids))) > mostRead)
    return { error: (await areAllowed(db, wish.ids, mayMerge)) ? mergeMessages.size : 'not found' }
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const rows = await readContacts(db, wish.ids)
    const allowed = rows.filter(({ userId, isDeleted }) => !isDeleted && mayMerge({ userId }))
    if (allowed.length < rows.length || !wish.ids.every((id) => rows.some((row) => row.id === id)))
      return { error: 'not found' }
    const contacts = newestFirst(rows.filter(({ mergedInto }) => mergedInto === null))
    const [first, ...others] = contacts
    if (!first) return { error: 'not found' }
    if (others.length === 0) return { id: first.id, merge: null }
    const error = refusal(rows, contacts)
    if (error) return { error }
    const details = detailsOf(rows, [first, ...others], wish)
    const merge = await storeMerge(db, { rows, id: first.id, details })
    if (merge !== undefined) return { id: first.id, merge }
  }
  return { error: busyMessage }
}

type StoredEntry = Awaited<ReturnType<typeof readContacts>>[number]

/** The columns of an entry that a merge reads. `seq` is the number of its last change. */
export const mergeColumns = {
  id: formSubmissions.id,
  cardId: formSubmissions.cardId,
  timestamp: formSubmissions.timestamp,
  formData: formSubmissions.formData,
  withdrawnAt: formSubmissions.withdrawnAt,
  mergedInto: formSubmissions.mergedInto,
  status: formSubmissions.status,
  note: formSubmissions.note,
  followUpOn: formSubmissions.followUpOn,
  tags: formSubmissions.tags,
  fields: formSubmissions.fields,
  rating: formSubmissions.rating,
  assigneeId: formSubmissions.assigneeId,
  assignedAt: formSubmissions.assignedAt,
  seq: entryChanges.seq,
}

/** All entries of the contacts that these entries belong to. */
function readContacts(db: Db, ids: number[]) {
  return db
    .select({
      ...mergeColumns,
      userId: businessCards.userId,
      isDeleted: sql`${businessCards.deletedAt} is not null`.mapWith(Boolean),
    })
    .from(formSubmissions)
    .innerJoin(entryChanges, sql`${entryChanges.entryId} = ${formSubmissions.id}`)
    .innerJoin(businessCards, sql`${businessCards.id} = ${formSubmissions.cardId}`)
    .where(isOfContacts(ids))
    .all()
}

async function areAllowed(
  db: Db,
  ids: number[],
  mayMerge: (card: { userId: number }) => boolean,
): Promise<boolean> {
  const { userId, deletedAt } = businessCards
  const owners = await db
    .selectDistinct({ userId, isKept: sql`${deletedAt} is null`.mapWith(Boolean) })
    .from(formSubmissions)
    .innerJoin(businessCards, sql`${businessCards.id} = ${formSubmissions.cardId}`)
    .where(isOfContacts(ids))
  return owners.every(({ isKept, ...card }) => isKept && mayMerge(card))
}

function isOfContacts(ids: number[]): SQL {
  const shown = sql`(select coalesce(merged_into, id) from form_submissions
    where id in ${among(ids)})`
  return sql`(${formSubmissions.id} in ${shown} or ${formSubmissions.mergedInto} in ${shown})`
}

function refusal(rows: StoredEntry[], contacts: StoredEntry[]): string | undefined {
  if (rows.some(({ withdrawnAt }) => withdrawnAt !== null)) return mergeMessages.withdrawn
  if (new Set(rows.map(({ userId }) => userId)).size > 1) return mergeMessages.owners
  if (rows.length > maxMerged) return mergeMessages.size
  const characters = rows.reduce((sum, row) => sum + JSON.stringify(row.formData).length, 0)
  if (characters > maxMergedCharacters) return mergeMessages.length
  return mergeError(mergedOwnerData(contacts))
}

function detailsOf(
  rows: StoredEntry[],
  contacts: [StoredEntry, ...StoredEntry[]],
  { answers, fields }: EntryMerge,
): MergeDetails {
  const [first, ...others] = contacts
  const membersOf = (id: number) =>
    newestFirst(rows.filter((row) => row.id === id || row.mergedInto === id))
  // The caller chooses between contacts; what a contact shows is the answer of one of its submissions.
  const chosen = Object.entries(answers).flatMap(([key, id]) => {
    const member = rows.find((row) => row.id === id)
    if (!member) return []
    const source = answerSources(membersOf(member.mergedInto ?? id), { [key]: id })[key]
    return source === undefined ? [] : [[key, source] as const]
  })
  return {
    groups: others.map(({ id }) => membersOf(id).map((member) => member.id)),
    own: ownerDataOf(first),
    set: mergedOwnerData(contacts, fields),
    answers: Object.fromEntries(chosen),
  }
}

export function ownerDataOf(entry: OwnerData): OwnerData {
  const { status, note, followUpOn, tags, fields, rating, assigneeId, assignedAt } = entry
  return { status, note, followUpOn, tags, fields, rating, assigneeId, assignedAt }
}

type Merge = { rows: StoredEntry[]; id: number; details: MergeDetails }

/** Stores the merge unless one of the entries or cards was changed since it was read. */
async function storeMerge(db: Db, { rows, id, details }: Merge): Promise<number | undefined> {
  const cards = JSON.stringify([...new Set(rows.map(({ cardId }) => cardId))])
  const when = sql`${isUnchanged(rows)} and not exists (select 1 from business_cards
    where id in (select value from json_each(${cards}))
      and (deleted_at is not null or user_id <> ${rows[0]?.userId ?? 0}))`
  const moved = new Set(details.groups.flat())
  const changed = rows
    .filter((row) => row.id === id || moved.has(row.id))
    .map((row) => ({
      id: row.id,
      mergedInto: row.id === id ? null : id,
      ...(row.id === id ? details.set : ownerDataOf(row)),
    }))
  const text = JSON.stringify(details)
  const [, , [stored]] = await repeatable(() =>
    db.batch([
      db.insert(entryMerges).select(sql`select null, ${id}, ${sqlNow}, ${text} where ${when}`),
      writeEntries(db, changed, when),
      // The merge of this call, or the same merge by another call.
      db
        .select({ id: entryMerges.id })
        .from(entryMerges)
        .where(sql`${entryMerges.entryId} = ${id} and ${entryMerges.details} = ${text}`),
    ]),
  )
  return stored?.id
}

/** SQL: none of the entries was changed since it was read. */
export function isUnchanged(rows: { seq: number }[]): SQL {
  const seqs = JSON.stringify(rows.map(({ seq }) => seq))
  return sql`(select count(*) from entry_changes
    where seq in (select value from json_each(${seqs})) and deleted_at is null) = ${rows.length}`
}

export type WrittenEntry = OwnerData & { id: number; mergedInto: number | null }

/** The statement that writes the owner's data of the entries, and which entry they are merged into. */
export function writeEntries(db: Db, entries: WrittenEntry[], when: SQL) {
  const { id, ...written } = {
    id: sql`entry.value ->> '$.id'`,
    mergedInto: sql`entry.value ->> '$.mergedInto'`,
    status: sql`entry.value ->> '$.status'`,
    note: sql`entry.value ->> '$.note'`,
    followUpOn: sql`entry.value ->> '$.followUpOn'`,
    tags: sql`entry.value -> '$.tags'`,
    fields: sql`entry.value -> '$.fields'`,
    rating: sql`entry.value ->> '$.rating'`,
    assignedAt: sql`entry.value ->> '$.assignedAt'`,
    // The account of the assignee may have been erased since the merge.
    assigneeId: sql`(select users.id from users where users.id = entry.value ->> '$.assigneeId')`,
  }
  return db
    .update(formSubmissions)
    .set(written)
    .from(sql`json_each(${JSON.stringify(entries)}) as entry`)
    .where(sql`form_submissions.id = ${id} and ${when}`)
}
