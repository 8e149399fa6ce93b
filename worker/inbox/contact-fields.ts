/** The owner's own fields of form submissions: their list in `users`, and values by name in each entry. */
import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL, sql } from 'drizzle-orm'
import {
  type ContactField,
  type ContactFields,
  type FieldValue,
  fitsField,
  maxFieldValues,
} from '../../schema/contact-field.ts'
import { entryMerges, formSubmissions } from '../../schema/inbox-tables.ts'
import { users } from '../../schema/tables.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/repeatable.ts'

export async function listContactFields(db: Db, userId: number): Promise<ContactField[]> {
  const row = await db
    .select({ fields: users.contactFields })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  return row?.fields ?? []
}

/** Replaces the fields; the values of a renamed one move to its new name. */
export async function saveContactFields(
  db: Db,
  userId: number,
  { fields }: ContactFields,
): Promise<ContactField[]> {
  const contactFields = fields.map(({ name, kind, choices }) => ({
    name,
    kind,
    choices: kind === 'choice' ? [...new Set(choices)] : [],
  }))
  const renamed = Object.fromEntries(
    fields.flatMap(({ name, formerName }) =>
      formerName && formerName !== name ? [[formerName, name] as const] : [],
    ),
  )
  const update = db.update(users).set({ contactFields }).where(eq(users.id, userId))
  if (Object.keys(renamed).length === 0) await repeatable(() => update)
  else await renameFields(db, { userId, names: renamed, contactFields })
  return contactFields
}

type Renaming = { userId: number; names: Record<string, string>; contactFields: ContactField[] }

// A repeat would exchange two names back, so the values are renamed only in the transaction that stores another list.
async function renameFields(db: Db, { userId, names, contactFields }: Renaming): Promise<void> {
  const isListed = isDeepStrictEqual(await listContactFields(db, userId), contactFields)
  const text = JSON.stringify(contactFields)
  const isNew = isListed
    ? sql`true`
    : sql`exists (select 1 from users where id = ${userId} and contact_fields is not ${text})`
  const write = () =>
    db.batch([
      ...renameValues(db, { userId, names, isNew }),
      db.update(users).set({ contactFields }).where(eq(users.id, userId)),
    ])
  await (isListed ? write() : repeatable(write))
}

// All at once, so that two fields can exchange their names.
function renameValues(
  db: Db,
  { userId, names, isNew }: Omit<Renaming, 'contactFields'> & { isNew: SQL },
) {
  const map = JSON.stringify(names)
  const renamed = (fields: SQL) => sql`(
    select json_group_object(coalesce(renamed.value, field.key), field.value)
    from json_each(${fields}) as field left join json_each(${map}) as renamed on renamed.key = field.key
    where renamed.key is not null or field.key not in (select value from json_each(${map})))`
  const isOwn = sql`card_id in (select id from business_cards as own where own.user_id = ${userId})`
  const [own, set] = [sql`details -> '$.own.fields'`, sql`details -> '$.set.fields'`]
  return [
    db
      .update(formSubmissions)
      .set({ fields: renamed(sql`form_submissions.fields`) })
      .where(
        sql`${isOwn} and ${isNew} and exists (select 1 from json_each(form_submissions.fields) as field where field.key in (select key from json_each(${map})))`,
      ),
    // What is restored when a merge is undone.
    db
      .update(entryMerges)
      .set({
        details: sql`json_set(details, '$.own.fields', json(${renamed(own)}), '$.set.fields', json(${renamed(set)}))`,
      })
      .where(sql`entry_id in (select id from form_submissions where ${isOwn}) and ${isNew}`),
  ] as const
}

/** Whether the change adds values beyond the most that an entry may have; it can always change and remove them. */
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
