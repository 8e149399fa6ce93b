/**
 * Changes of a card's inbox for API clients. Triggers on `form_submissions` give every change the next number, in the
 * order of the transactions, so a client that continues after a number misses nothing.
 */
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { EntriesPage } from '../../schema/inbox/inbox.ts'
import { entryChanges, formSubmissions } from '../../schema/inbox/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { openCursor, sealCursor } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'
import { asContact, isContact } from './contacts.ts'
import { maxPageSize, submissionColumns, textSize } from './queries.ts'

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
 * The entries that changed after that number, as they are now, and the ids of those deleted since or merged into others, in the order of their
 * last changes. Read in one transaction.
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
