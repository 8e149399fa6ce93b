/** Cards that were deleted by themselves: listed and brought back. */
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Card } from '../../schema/card.ts'
import type { DeletedCard } from '../../schema/deleted-card.ts'
import { businessCards } from '../../schema/tables.ts'
import type { Db } from '../database.ts'
import { findCard } from './store.ts'

const mostListed = 500

/** The last one deleted first; of one user, or of everybody. */
export async function listDeletedCards(db: Db, userId?: number): Promise<DeletedCard[]> {
  const { id, slug, name } = businessCards
  const deletedAt = sql<string>`${businessCards.deletedAt}`.as('deleted')
  return db
    .select({ id, userId: businessCards.userId, slug, name, deletedAt })
    .from(businessCards)
    .where(
      and(
        isNotNull(businessCards.deletedAt),
        userId === undefined ? undefined : eq(businessCards.userId, userId),
      ),
    )
    .orderBy(desc(businessCards.deletedAt))
    .limit(mostListed)
    .all()
}

/** The card as it was before, at its own slug; undefined when it never was or is erased. */
export async function restoreCard(db: Db, id: number): Promise<Card | 'not deleted' | undefined> {
  if (await findCard(db, id)) return 'not deleted'
  await db
    .update(businessCards)
    .set({ deletedAt: null, version: sql`${businessCards.version} + 1` })
    .where(and(eq(businessCards.id, id), isNotNull(businessCards.deletedAt)))
  return findCard(db, id)
}
