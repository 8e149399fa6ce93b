/** Undoes merges of form submissions: the last one of a contact, or all that must end before an entry is deleted. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type MergeDetails, type OwnerData, restoredOwnerData } from '../../schema/inbox/merge.ts'
import { entryChanges, entryMerges, formSubmissions } from '../../schema/inbox/tables.ts'
import { among, type Db, hasValues } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import {
  isUnchanged,
  maxAttempts,
  mergeColumns,
  ownerDataOf,
  type WrittenEntry,
  writeEntries,
} from './merge-entries.ts'

/** SQL: the entry is not merged with any other. */
export const isApart = sql`(form_submissions.merged_into is null and not exists (
  select 1 from form_submissions as part where part.merged_into = form_submissions.id))`

/**
 * Undoes the last merge of the contact; with `merge`, only if it is that one. Returns the ids of the entries that are separate
 * then; undefined if there is no such merge.
 */
export async function splitEntry(
  db: Db,
  id: number,
  merge?: number,
): Promise<number[] | undefined | 'busy'> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { rows, last } = await readMerged(db, id)
    const root = rows.find((row) => row.id === id)
    if (!root || root.mergedInto !== null || rows.length < 2) return undefined
    if (merge !== undefined && last?.id !== merge) return undefined
    const others = rows.filter((row) => row.id !== id)
    const details = last?.details ?? withoutDetails(root, others)
    const owners = new Map(
      details.groups.flatMap(([first, ...parts]) => parts.map((part) => [part, first ?? null])),
    )
    const freed = new Set(details.groups.flat())
    const parts = others.filter((row) => freed.has(row.id))
    const written = [
      { id, mergedInto: null, ...restoredOwnerData(ownerDataOf(root), details, notesOf(parts)) },
      ...parts.map((row) => ({
        ...ownerDataOf(row),
        id: row.id,
        mergedInto: owners.get(row.id) ?? null,
      })),
    ]
    if (await storeSplit(db, { id, last: last?.id, rows, written }))
      return [id, ...details.groups.flatMap(([first]) => first ?? [])]
  }
  return 'busy'
}

/** Splits all entries at once if their merge is missing, as after a backup made meanwhile. */
function withoutDetails(
  root: Parameters<typeof ownerDataOf>[0],
  others: { id: number }[],
): MergeDetails {
  const own = ownerDataOf(root)
  return { groups: others.map((row) => [row.id]), own, set: own, answers: {} }
}

function notesOf(rows: { note: string | null }[]): string[] {
  return rows.flatMap(({ note }) => note ?? [])
}

async function readMerged(db: Db, id: number) {
  const [rows, merges] = await db.batch([
    db
      .select(mergeColumns)
      .from(formSubmissions)
      .innerJoin(entryChanges, eq(entryChanges.entryId, formSubmissions.id))
      .where(sql`${formSubmissions.id} = ${id} or ${formSubmissions.mergedInto} = ${id}`),
    db
      .select({ id: entryMerges.id, details: entryMerges.details })
      .from(entryMerges)
      .where(eq(entryMerges.entryId, id))
      .orderBy(desc(entryMerges.id))
      .limit(1),
  ])
  return { rows, last: merges[0] }
}

type Split = {
  id: number
  last: number | undefined
  rows: { id: number; seq: number }[]
  written: WrittenEntry[]
}

async function storeSplit(db: Db, { id, last, rows, written }: Split): Promise<boolean> {
  const when = isUnchanged(rows)
  const [unchanged] = await repeatable(() =>
    db.batch([
      db.select({ done: sql`${when}`.mapWith(Boolean) }).from(sql`(select 1)`),
      db
        .delete(entryMerges)
        .where(and(eq(entryMerges.id, last ?? 0), eq(entryMerges.entryId, id), when)),
      writeEntries(db, written, when),
    ]),
  )
  return unchanged[0]?.done === true || isSplit(db, { last, written })
}

/** Whether an earlier attempt, whose response was lost, has already split the entries. */
async function isSplit(db: Db, { last, written }: Pick<Split, 'last' | 'written'>) {
  const ids = JSON.stringify(written.map(({ id }) => id))
  const [merges, rows] = await db.batch([
    db
      .select({ id: entryMerges.id })
      .from(entryMerges)
      .where(eq(entryMerges.id, last ?? 0)),
    db
      .select(mergeColumns)
      .from(formSubmissions)
      .innerJoin(entryChanges, eq(entryChanges.entryId, formSubmissions.id))
      .where(sql`${formSubmissions.id} in (select value from json_each(${ids}))`),
  ])
  const stored = new Map(rows.map((row) => [row.id, row]))
  return (
    merges.length === 0 &&
    written.every(({ id, ...values }) => hasValues(stored.get(id) ?? {}, { id, ...values }))
  )
}

const contactsAtOnce = 20

/**
 * Undoes merges until no entry that meets the condition is merged with another one. With `once`, stops after 20 contacts and
 * returns true if there may be more.
 */
export async function separate(
  db: Db,
  where: SQL | undefined,
  { once = false } = {},
): Promise<boolean> {
  for (;;) {
    const found = await db
      .selectDistinct({ id: sql<number>`coalesce(merged_into, id)` })
      .from(formSubmissions)
      .where(and(where, sql`not ${isApart}`))
      .limit(contactsAtOnce)
      .all()
    for (const { id } of found)
      if ((await splitEntry(db, id)) === 'busy') throw new Error('A merge could not be undone')
    if (found.length === 0) return false
    if (once) return true
  }
}

/** What the owner added to the entry itself, without what its merges added. `merges` starts with the last one. */
export function unmergedOwnerData(entry: OwnerData, merges: MergeDetails[] = []): OwnerData {
  return merges.reduce(
    (owned, details) => restoredOwnerData(owned, details, []),
    ownerDataOf(entry),
  )
}

/** The merges of these entries by entry, the last one first. */
export async function listMergesAmong(db: Db, ids: number[]): Promise<Map<number, MergeDetails[]>> {
  const rows = await db
    .select({ entryId: entryMerges.entryId, details: entryMerges.details })
    .from(entryMerges)
    .where(sql`entry_id in ${among(ids)}`)
    .orderBy(desc(entryMerges.id))
    .all()
  const grouped = Map.groupBy(rows, ({ entryId }) => entryId)
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ details }) => details)]))
}

/** SQL for `separate`: the entry is of this card and merged with an entry of another card. */
export function isMergedBeyond(cardId: number): SQL {
  // Both are found by an index, because there may be thousands of such entries.
  return sql`(form_submissions.card_id = ${cardId} and (
    exists (select 1 from form_submissions as root
      where root.id = form_submissions.merged_into and root.card_id <> ${cardId})
    or exists (select 1 from form_submissions as part
      where part.merged_into = form_submissions.id and part.card_id <> ${cardId})))`
}
