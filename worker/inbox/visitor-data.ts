/** What one visitor left with exchange forms, found by the e-mail in any answer: on all cards, or on those of one owner. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { businessCards, formSubmissions } from '../../schema/tables.ts'
import type { VisitorData } from '../../schema/visitor-data.ts'
import type { Db } from '../database.ts'
import { entryColumns, readable } from './entries.ts'

const mostShown = 1000

/** `ownerId` is absent for who may read all. */
type Visitor = { email: string; ownerId?: number }

export async function findVisitor(db: Db, visitor: Visitor): Promise<VisitorData['entries']> {
  const rows = await db
    .select({ ...entryColumns, card: businessCards.slug })
    .from(formSubmissions)
    .leftJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(leftBy(visitor))
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
    .limit(mostShown)
    .all()
  return rows.map(({ card, ...row }) => ({ ...readable(row), card }))
}

/** How many entries there were. */
export async function eraseVisitor(db: Db, visitor: Visitor): Promise<number> {
  const { meta } = await db.delete(formSubmissions).where(leftBy(visitor)).run()
  return meta.changes
}

// Of deleted cards, too: their entries are kept with them.
function leftBy({ email, ownerId }: Visitor): SQL | undefined {
  return and(
    sql`exists (select 1 from json_each(form_submissions.form_data) as answer
      where trim(answer.value) = ${email} collate nocase)`,
    ownerId === undefined
      ? undefined
      : sql`form_submissions.card_id in (select id from business_cards as own where own.user_id = ${ownerId})`,
  )
}
