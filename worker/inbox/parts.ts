/** Parts of an inbox that a statement can take: it keeps all others waiting, and an inbox can have tens of thousands of entries. */
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { formSubmissions } from '../../schema/inbox-tables.ts'
import type { Db } from '../platform/database.ts'

/** What a transaction writes. */
const written = { entries: 500, bytes: 1_000_000 }
/** What a statement reads. */
export const readAtOnce = { entries: 2000, bytes: 2_000_000 }

/** `entries` and `size`, in bytes, are those of everything that is written or read with it. */
export type Sized = { id: number; entries: number; size: number }

/** The ids in their order, in lists of at most so many entries and bytes, or of one id. */
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

/** The condition that the id is one of these. */
export function isAmong(ids: number[], id: SQLWrapper = formSubmissions.id): SQL {
  return sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`
}

/** The ids of the entries in `scope` whose texts meet a condition. */
export async function listMatching(
  db: Db,
  scope: SQL | undefined,
  condition: SQL,
): Promise<number[]> {
  const entries = await db.all<Sized>(sql`
    select id, 1 as entries, octet_length(form_data) + coalesce(octet_length(note), 0)
      + coalesce((select sum(octet_length(part.form_data)) from form_submissions as part
        where part.merged_into = form_submissions.id), 0) as size
    from form_submissions where ${scope ?? sql`true`}`)
  const found: number[] = []
  for (const ids of inParts(entries, readAtOnce)) {
    const rows = await db
      .select({ id: formSubmissions.id })
      .from(formSubmissions)
      .where(and(isAmong(ids), condition))
      .all()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}
