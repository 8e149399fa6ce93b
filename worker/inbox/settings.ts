/**
 * Settings of the inbox: the owner's own fields of form submissions, listed in `users` with their values by name in each entry,
 * and the reply templates of a card.
 */
import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import {
  type ContactField,
  type ContactFields,
  type FieldValue,
  fitsField,
  maxFieldValues,
} from '../../schema/inbox/contact-field.ts'
import type { ReplyTemplate } from '../../schema/inbox/reply-template.ts'
import { entryMerges, formSubmissions, replyTemplates } from '../../schema/inbox/tables.ts'
import type { Bindings } from '../env.ts'
import { among, type Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { inParts, listSized } from './parts.ts'

export async function listContactFields(db: Db, userId: number): Promise<ContactField[]> {
  const row = await db
    .select({ fields: users.contactFields })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  return row?.fields ?? []
}

/**
 * Replaces the fields; the values of a renamed one move to its new name. False, and nothing is changed, if two swap names
 * and have too many values for one transaction.
 */
export async function saveContactFields(
  db: Db,
  userId: number,
  { contactFields, names }: ReturnType<typeof readContactFields>,
): Promise<boolean> {
  const parts = Object.keys(names).length > 0 ? await partsToRename(db, userId) : []
  const isExchange = Object.values(names).some((name) => Object.hasOwn(names, name))
  if (isExchange && parts.length > 1) return false
  if (isExchange) {
    await exchangeNames(db, { userId, names, ids: parts[0] ?? [], contactFields })
    return true
  }
  await repeatable(() => listFields(db, userId, contactFields))
  // A repeat finds no value of a former name.
  for (const ids of parts) await repeatable(() => db.batch(renameValues(db, { names, ids })))
  return true
}

/** The fields as they are stored, and the new names by the former ones. */
export function readContactFields({ fields }: ContactFields) {
  const contactFields = fields.map(({ name, kind, choices }) => ({
    name,
    kind,
    choices: kind === 'choice' ? [...new Set(choices)] : [],
  }))
  const names = Object.fromEntries(
    fields.flatMap(({ name, formerName }) =>
      formerName && formerName !== name ? [[formerName, name] as const] : [],
    ),
  )
  return { contactFields, names }
}

function listFields(db: Db, userId: number, contactFields: ContactField[]) {
  return db.update(users).set({ contactFields }).where(eq(users.id, userId))
}

/** The user's entries with values or merges, in parts for transactions. */
async function partsToRename(db: Db, userId: number): Promise<number[][]> {
  const merges = sql`(select sum(octet_length(details)) from entry_merges where entry_id = form_submissions.id)`
  const size = sql`iif(fields = '{}', 0, octet_length(fields)) + coalesce(${merges}, 0)`
  const own = sql`card_id in (select id from business_cards as own where own.user_id = ${userId})`
  const entries = await listSized(db, own, size)
  return inParts(entries.filter((entry) => entry.size > 0).toSorted((a, b) => a.id - b.id))
}

type Renaming = { names: Record<string, string>; ids: number[]; when?: SQL }
type Exchange = Renaming & { userId: number; contactFields: ContactField[] }

// A repeat would exchange two names back, so the values are renamed only in the transaction that stores another list.
async function exchangeNames(
  db: Db,
  { userId, contactFields, ...renaming }: Exchange,
): Promise<void> {
  const isListed = isDeepStrictEqual(await listContactFields(db, userId), contactFields)
  const text = JSON.stringify(contactFields)
  const isNew = sql`exists (select 1 from users where id = ${userId} and contact_fields is not ${text})`
  const when = isListed ? sql`true` : isNew
  const write = () =>
    db.batch([...renameValues(db, { ...renaming, when }), listFields(db, userId, contactFields)])
  await (isListed ? write() : repeatable(write))
}

// All at once, so that two fields can swap names.
function renameValues(db: Db, { names, ids, when = sql`true` }: Renaming) {
  const map = JSON.stringify(names)
  const renamed = (fields: SQL) => sql`(
    select json_group_object(coalesce(renamed.value, field.key), field.value)
    from json_each(${fields}) as field left join json_each(${map}) as renamed on renamed.key = field.key
    where renamed.key is not null or field.key not in (select value from json_each(${map})))`
  const hasFormer = (fields: SQL) => sql`exists (
    select 1 from json_each(${fields}) as field where field.key in (select key from json_each(${map})))`
  const [own, set] = [sql`details -> '$.own.fields'`, sql`details -> '$.set.fields'`]
  return [
    db
      .update(formSubmissions)
      .set({ fields: renamed(sql`form_submissions.fields`) })
      .where(sql`id in ${among(ids)} and ${when} and ${hasFormer(sql`form_submissions.fields`)}`),
    // The values that undoing a merge restores.
    db
      .update(entryMerges)
      .set({
        details: sql`json_set(details, '$.own.fields', json(${renamed(own)}), '$.set.fields', json(${renamed(set)}))`,
      })
      .where(
        sql`entry_id in ${among(ids)} and ${when} and (${hasFormer(own)} or ${hasFormer(set)})`,
      ),
  ] as const
}

const renamingsAnHour = 10

/** Counts a call that renames fields. Returns 0, or the seconds to wait. */
export function limitRenamings(env: Bindings, userId: number): Promise<number> {
  const limit = { kind: 'field names', subject: `${userId}`, max: renamingsAnHour }
  return consumeLimit(env, { ...limit, window: hourSeconds })
}

/** Whether the change adds values beyond the limit of an entry. Values can always be changed and removed. */
export function exceedsFieldValues(
  stored: Record<string, FieldValue>,
  change: Record<string, FieldValue | null>,
): boolean {
  const names = new Set(Object.keys(stored))
  const before = names.size
  for (const [name, value] of Object.entries(change))
    if (value === null || value === '') names.delete(name)
    else names.add(name)
  return names.size > Math.max(before, maxFieldValues)
}

/** Whether each value fits the field of its name; a value can always be removed. */
export function fitFields(
  fields: ContactField[],
  values: Record<string, FieldValue | null>,
): boolean {
  return Object.entries(values).every(([name, value]) => {
    if (value === null || value === '') return true
    const field = fields.find((one) => one.name === name)
    return field !== undefined && fitsField(field, value)
  })
}

export async function listReplyTemplates(db: Db, cardId: number): Promise<ReplyTemplate[]> {
  const row = await db
    .select({ templates: replyTemplates.templates })
    .from(replyTemplates)
    .where(eq(replyTemplates.cardId, cardId))
    .get()
  return row?.templates ?? []
}

/** Replaces the reply templates of the card; false unless `may`, which the statement itself checks. */
export async function saveReplyTemplates(
  db: Db,
  { cardId, may }: { cardId: number; may: SQL },
  templates: ReplyTemplate[],
): Promise<boolean> {
  const saved = await repeatable(() =>
    db
      .insert(replyTemplates)
      .select(sql`select ${cardId}, ${JSON.stringify(templates)} where ${may}`)
      .onConflictDoUpdate({ target: replyTemplates.cardId, set: { templates } })
      .returning({ cardId: replyTemplates.cardId }),
  )
  return saved.length > 0
}

/** The texts of these cards, for the export of an account. */
export function listReplyTemplatesOf(db: Db, cardIds: number[]) {
  return db
    .select()
    .from(replyTemplates)
    .where(sql`${replyTemplates.cardId} in ${among(cardIds)}`)
    .all()
}

/** The statement that deletes the texts of a card, for its erasure. */
export function deleteReplyTemplatesOf(db: Db, cardId: number) {
  return db.delete(replyTemplates).where(eq(replyTemplates.cardId, cardId))
}
