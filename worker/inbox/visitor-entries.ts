/** Entries of one visitor, found by an email in any answer, on all cards or on those of one owner. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { businessCards } from '../../schema/cards/tables.ts'
import type { VisitorData } from '../../schema/inbox/inbox.ts'
import { deletedEntries, formSubmissions } from '../../schema/inbox/tables.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { Peppers } from '../platform/secrets.ts'
import { forgetDeletedEntries } from './deleted-entries.ts'
import { idsInParts, isAmong, listMatching } from './parts.ts'
import { nextEntries, submissionColumns, withTexts } from './queries.ts'
import { addressHashes, eraseAddress } from './receipt-addresses.ts'
import { isApart, separate } from './split-entries.ts'

const maxShown = 1000

/** `ownerId` is absent for callers who may read all cards. */
type Visitor = { email: string; ownerId?: number }

export async function findSubmissionsOf(db: Db, visitor: Visitor): Promise<VisitorData['entries']> {
  const left = isAmong(await listLeftBy(db, visitor))
  const rows = await db
    .select({ ...submissionColumns, card: businessCards.slug })
    .from(formSubmissions)
    .leftJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(nextEntries(left, { by: 'timestamp desc, id desc', max: maxShown }))
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
    .all()
  return rows.map(({ card, ...row }) => ({ ...withTexts(row), card }))
}

/**
 * Deletes the visitor's entries and the emails about them, and returns the number of entries. What others took from them
 * when they were merged goes, too; one that is merged in the meantime is found in the next round.
 */
export async function eraseSubmissionsOf(db: Db, keys: Peppers, visitor: Visitor): Promise<number> {
  const own = visitor.ownerId === undefined ? undefined : cardsOf(visitor.ownerId)
  let count = 0
  let left = await listLeftBy(db, visitor)
  do {
    await separate(db, isAmong(left))
    for (const ids of idsInParts(left)) {
      const found = and(isAmong(ids), isLeftBy(visitor), isApart)
      count += await db.$count(formSubmissions, found)
      await repeatable(() => db.delete(formSubmissions).where(found))
    }
    await repeatable(() =>
      db.batch([
        forgetDeletedEntries(db, isDeletedOf(visitor)),
        ...eraseAddress(db, addressHashes(keys, visitor.email), own),
      ]),
    )
    left = await listLeftBy(db, visitor)
  } while (left.length > 0)
  return count
}

function listLeftBy(db: Db, visitor: Visitor): Promise<number[]> {
  const { ownerId } = visitor
  // Includes deleted cards, whose entries are stored until they are erased.
  const scope = ownerId === undefined ? undefined : sql`card_id in (${cardsOf(ownerId)})`
  return listMatching(db, scope, isLeftBy(visitor))
}

function isLeftBy({ email }: Visitor): SQL {
  return answersWith(email, sql`form_submissions.form_data`)
}

function isDeletedOf({ email, ownerId }: Visitor): SQL | undefined {
  return and(
    answersWith(email, sql`row ->> '$.form_data'`),
    ownerId === undefined ? undefined : eq(deletedEntries.ownerId, ownerId),
  )
}

function answersWith(email: string, formData: SQL): SQL {
  return sql`exists (select 1 from json_each(${formData}) as answer
    where trim(answer.value) = ${email} collate nocase)`
}

function cardsOf(ownerId: number): SQL {
  return sql`select id from business_cards as own where own.user_id = ${ownerId}`
}
