/** Imports the pictures and contacts of an archive: each contact with the entries merged into it, in one transaction. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { UploadErrorCode } from '../../../schema/images/upload.ts'
import { entryMerges, formSubmissions } from '../../../schema/inbox/tables.ts'
import { keysOf } from '../../../schema/pick.ts'
import type { Bindings } from '../../env.ts'
import { type CleanImage, cleanUpload } from '../../images/clean.ts'
import { addImage } from '../../images/image-store.ts'
import { hasRoom } from '../../inbox/added-contacts.ts'
import { charactersPerStatement, type Db, jsonChunks } from '../../platform/database.ts'
import { repeatable } from '../../platform/failures.ts'
import { charactersOf, type MergedContact } from './archived-merges.ts'
import type { EntryText, Picture } from './read-archive.ts'

const knownSources = new Set(['link', 'qr', 'nfc', 'share', 'signature', 'capture'])

type Contacts = {
  entries: EntryText[]
  merged: MergedContact[]
  /** The new codes of share points by those in the archive. */
  codes: Map<string, string>
}

type Into = {
  cardId: number
  /** Checked by each statement: the card may be handed over between two of them. */
  may: SQL
}

/**
 * Adds the entries that the card does not have to its inbox, and returns how many. A merged contact of which the card has
 * no entry is added and merged in one transaction. A repeat adds what is missing.
 */
export async function storeEntries(db: Db, into: Into, contacts: Contacts): Promise<number> {
  // Distinguishes the entries of this import from earlier ones, even after a lost response.
  const target = { ...into, importedAt: new Date().toISOString() }
  let added = 0
  for (const batch of batchesOf(contacts)) added += await storeBatch(db, target, batch)
  return added
}

type Batch = { rows: string[]; contacts: MergedContact[]; size: number }

/** The entries in their order, but all of a contact together. Batches are small, because other writes wait for them. */
function* batchesOf({ entries, merged, codes }: Contacts): Generator<Batch> {
  const sourceOf = ({ source }: EntryText) =>
    codes.get(source) ?? (knownSources.has(source) ? source : 'unknown')
  const contactOf = new Map(
    merged.flatMap((contact) => contact.members.map((member) => [member, contact] as const)),
  )
  const units = Map.groupBy(entries, (entry) => contactOf.get(entry.clientId) ?? entry)
  let batch: Batch = { rows: [], contacts: [], size: 0 }
  for (const [unit, members] of units) {
    const rows = members.map(
      (entry) => `{"source":${JSON.stringify(sourceOf(entry))},"entry":${entry.json}}`,
    )
    const contacts = 'members' in unit ? [unit] : []
    const merged = contacts.reduce((sum, contact) => sum + charactersOf(contact), 0)
    const size = rows.reduce((sum, { length }) => sum + length, merged)
    if (batch.size > 0 && batch.size + size > charactersPerStatement) {
      yield batch
      batch = { rows: [], contacts: [], size: 0 }
    }
    batch.rows.push(...rows)
    batch.contacts.push(...contacts)
    batch.size += size
  }
  if (batch.size > 0) yield batch
}

type Target = Into & { importedAt: string }

/** Returns how many of the entries this import has added. */
async function storeBatch(db: Db, target: Target, { rows, contacts }: Batch): Promise<number> {
  const chunks = jsonChunks(rows)
  const inserts = chunks.map((chunk) =>
    db.insert(formSubmissions).select(importedRows(target, chunk)).onConflictDoNothing(),
  )
  const [first, ...others] = [...inserts, ...mergeStatements(db, target, contacts)]
  if (!first) return 0
  await repeatable(() => db.batch([first, ...others]))
  let added = 0
  for (const chunk of chunks)
    added += await db.$count(
      formSubmissions,
      sql`card_id = ${target.cardId} and imported_at = ${target.importedAt}
        and client_id in (select value ->> '$.entry.clientId' from json_each(${chunk}))`,
    )
  return added
}

function importedRows({ cardId, importedAt, may }: Target, chunk: string): SQL {
  const text = (name: string) => sql.raw(`value ->> '$.entry.${name}'`)
  const json = (name: string) => sql.raw(`value -> '$.entry.${name}'`)
  const none = sql`null`
  const row: Record<keyof typeof formSubmissions.$inferSelect, SQL> = {
    ...{ id: none, cardId: sql`${cardId}`, clientId: text('clientId'), formData: json('formData') },
    ...{ consentHash: text('consentHash'), source: sql`value ->> '$.source'` },
    ...{ submitterIp: none, submitterLocation: text('place'), submitterDevice: text('device') },
    ...{ status: text('status'), note: text('note'), timestamp: text('timestamp') },
    ...{ receiptHash: none, emailReceiptHash: none, revision: text('revision') },
    ...{ revisedAt: text('revisedAt'), withdrawnAt: text('withdrawnAt') },
    ...{ capturedAt: text('capturedAt'), capturedBy: none, importedAt: sql`${importedAt}` },
    ...{ rating: text('rating'), boardId: none, followUpOn: text('followUpOn') },
    ...{ tags: json('tags'), fields: json('fields'), assigneeId: none, assignedAt: none },
    mergedInto: none,
  }
  const columns = keysOf(getTableColumns(formSubmissions)).map((name) => row[name])
  return sql`select ${sql.join(columns, sql`, `)} from json_each(${chunk})
    where ${may} and ${hasRoom(cardId)} order by key`
}

/** The statements that merge the contacts whose entries this import has all added. A repeat changes nothing. */
function mergeStatements(db: Db, target: Target, contacts: MergedContact[]) {
  if (contacts.length === 0) return []
  const idOf = idsOf(target.cardId)
  const when = isOfWhole(target, contacts)
  const entry = idOf(sql`item.value ->> '$.item.entry'`)
  const merges = itemChunks(contacts, (contact) => contact.merges).map((chunk) =>
    db.insert(entryMerges).select(sql`
      select null, ${entry}, item.value ->> '$.item.mergedAt', ${mergeDetails(idOf)}
      from json_each(${chunk}) as item where ${when} order by item.key`),
  )
  const owners = itemChunks(contacts, (contact) => contact.owners).map((chunk) =>
    db
      .update(formSubmissions)
      .set(ownerColumns)
      .from(sql`json_each(${chunk}) as item`)
      .where(sql`form_submissions.id = ${entry} and ${when}`),
  )
  const parts = contacts.flatMap(({ members: [shown, ...others] }, contact) =>
    others.map((part) => ({ contact, item: { entry: part, shown } })),
  )
  // Last, and in one statement, because `when` is true only while the entries of a contact are not merged.
  const members = db
    .update(formSubmissions)
    .set({ mergedInto: idOf(sql`item.value ->> '$.item.shown'`) })
    .from(sql`json_each(${JSON.stringify(parts)}) as item`)
    .where(sql`form_submissions.id = ${entry} and ${when}`)
  return [...merges, ...owners, members]
}

/** A subquery for the id of an entry. For a join, SQLite would read all entries of the card for each item, or the reverse. */
type IdOf = (clientId: SQL) => SQL

function idsOf(cardId: number): IdOf {
  return (clientId) =>
    sql`(select named.id from form_submissions as named where named.card_id = ${cardId} and named.client_id = ${clientId})`
}

/** SQL: this import has added every entry of the item's contact. Checked per contact, which can have a hundred long items. */
function isOfWhole({ cardId, importedAt, may }: Target, contacts: MergedContact[]): SQL {
  const lists = JSON.stringify(contacts.map(({ members }) => members))
  return sql`${may} and item.value ->> '$.contact' in (
    select contact.key from json_each(${lists}) as contact where not exists (
      select 1 from json_each(contact.value) as member where not exists (
        select 1 from form_submissions as part
        where part.card_id = ${cardId} and part.client_id = member.value
          and part.imported_at = ${importedAt} and part.merged_into is null)))`
}

/** The texts of all contacts as JSON lists of items, each with the index of its contact. */
function itemChunks(contacts: MergedContact[], textsOf: (contact: MergedContact) => string[]) {
  return jsonChunks(
    contacts.flatMap((contact, index) =>
      textsOf(contact).map((text) => `{"contact":${index},"item":${text}}`),
    ),
  )
}

const ownerColumns = {
  status: sql`item.value ->> '$.item.status'`,
  note: sql`item.value ->> '$.item.note'`,
  followUpOn: sql`item.value ->> '$.item.followUpOn'`,
  tags: sql`item.value -> '$.item.tags'`,
  fields: sql`item.value -> '$.item.fields'`,
  rating: sql`item.value ->> '$.item.rating'`,
}

/** SQL for the `MergeDetails` of an item, with ids in place of client ids. */
function mergeDetails(idOf: IdOf): SQL {
  const group = sql`(select json_group_array(${idOf(sql`part.value`)} order by part.key)
    from json_each(parts.value) as part)`
  const groups = sql`(select json_group_array(json(${group}) order by parts.key)
    from json_each(item.value, '$.item.groups') as parts)`
  const chosen = idOf(sql`answer.value`)
  const answers = sql`(select json_group_object(answer.key, ${chosen})
    from json_each(item.value, '$.item.answers') as answer where ${chosen} is not null)`
  return sql`json_object('groups', json(${groups}), 'own', json(item.value -> '$.item.own'),
    'set', json(item.value -> '$.item.set'), 'answers', json(${answers}))`
}

/** A picture as it is stored. */
export type CleanedPicture = Omit<Picture, 'bytes'> & { clean: CleanImage }

/** Cleans the pictures like uploads. Returns the reason if one of them is refused. */
export async function cleanPictures(
  pictures: Picture[],
): Promise<CleanedPicture[] | UploadErrorCode> {
  // A card can show a picture many times.
  const cleaned = new Map<string, CleanImage>()
  for (const { name, bytes } of pictures) {
    if (cleaned.has(name)) continue
    const clean = await cleanUpload(bytes)
    if (typeof clean === 'string') return clean
    cleaned.set(name, clean)
  }
  return pictures.flatMap(({ name, type }) => {
    const clean = cleaned.get(name)
    return clean ? { name, type, clean } : []
  })
}

/** Stores the pictures as uploads of the card and returns their URLs by name; undefined if it has too many images. */
export async function storePictures(
  env: Bindings,
  cardId: number,
  pictures: CleanedPicture[],
): Promise<Map<string, string> | undefined> {
  const urls = new Map<string, string>()
  for (const { name, type, clean } of pictures) {
    const url = await addImage(env, { cardId, kind: type, clean })
    if (!url) return undefined
    urls.set(name, url)
  }
  return urls
}
