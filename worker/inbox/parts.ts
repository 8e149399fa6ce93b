/**
 * Splits the form submissions of an inbox into parts for statements: an inbox can have tens of thousands, and a statement keeps
 * all others waiting. Also the condition for submissions that count in figures.
 */
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { among, type Db } from '../platform/database.ts'

/** The most that a transaction writes. */
const written = { entries: 500, bytes: 1_000_000 }
/** The most that a statement reads. */
export const readAtOnce = { entries: 2000, bytes: 2_000_000 }
/** The most entries that a statement scans without returning their texts. */
export const scannedAtOnce = 10_000

/** `entries`, and `size` in bytes, include everything that is written or read together with the entry. */
export type Sized = { id: number; entries: number; size: number }

/** The ids in their order, in lists of at most `max` entries and bytes, or of a single id. */
export function inParts(all: Sized[], max = written): number[][] {
  const parts: number[][] = []
  let [entries, size] = [max.entries, max.bytes]
  for (const one of all) {
    entries += one.entries
    size += one.size
    if (entries > max.entries || size > max.bytes) {
      parts.push([])
      entries = one.entries
      size = one.size
    }
    parts.at(-1)?.push(one.id)
  }
  return parts
}

/** The ids in lists of at most `entries`. */
export function idsInParts(ids: number[], entries = written.entries): number[][] {
  const parts: number[][] = []
  for (let start = 0; start < ids.length; start += entries)
    parts.push(ids.slice(start, start + entries))
  return parts
}

/** SQL: the id is one of these. */
export function isAmong(ids: number[], id: SQLWrapper = formSubmissions.id): SQL {
  return sql`${id} in ${among(ids)}`
}

/** The ids of the entries in `scope`, which an index finds. */
export async function listIds(db: Db, scope: SQL): Promise<number[]> {
  // As JSON lists of at most 2 MB, because a row per id takes ten times as long.
  const lists = await db.values<[string]>(
    sql`select json_group_array(id) from form_submissions where ${scope} group by id / 100000`,
  )
  return lists.flatMap(([ids]) => JSON.parse(ids))
}

/** The ids whose entries meet the condition. */
export async function listAmong(
  db: Db,
  ids: number[],
  condition: SQL | undefined,
): Promise<number[]> {
  const found: number[] = []
  for (const part of idsInParts(ids, scannedAtOnce))
    found.push(...(await listIds(db, and(isAmong(part), condition) ?? isAmong(part))))
  return found
}

/** The entries in `scope` with the `size` of each. */
export async function listSized(db: Db, scope: SQL, size: SQL): Promise<Sized[]> {
  const sized: Sized[] = []
  for (const ids of idsInParts(await listIds(db, scope), scannedAtOnce)) {
    const rows = await db.values<[number, number]>(
      sql`select id, ${size} from form_submissions where ${isAmong(ids)}`,
    )
    for (const [id, bytes] of rows) sized.push({ id, entries: 1, size: bytes })
  }
  return sized
}

/** The ids of the entries in `scope` whose texts meet a condition. */
export async function listMatching(
  db: Db,
  scope: SQL | undefined,
  condition: SQL,
): Promise<number[]> {
  const size = sql`octet_length(form_data) + coalesce(octet_length(note), 0)
    + coalesce((select sum(octet_length(part.form_data)) from form_submissions as part
      where part.merged_into = form_submissions.id), 0)`
  const found: number[] = []
  for (const ids of inParts(await listSized(db, scope ?? sql`true`, size), readAtOnce)) {
    const rows = await db
      .select({ id: formSubmissions.id })
      .from(formSubmissions)
      .where(and(isAmong(ids), condition))
      .all()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/**
 * SQL text: a visitor sent the submission to this installation; it was neither captured by staff nor imported.
 */
export function isCounted(table = 'form_submissions'): string {
  return `(${table}.captured_at is null and ${table}.imported_at is null)`
}
