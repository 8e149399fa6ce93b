/** Bringing a user back, and giving what a leaver had to a colleague. */
import { and, eq, exists, isNotNull, isNull, sql } from 'drizzle-orm'
import { businessCards, users } from '../../schema/tables.ts'
import type { Db } from '../database.ts'
import { revokeAccess } from './auth-version.ts'
import { type Change, manageable } from './edit.ts'

/** The user as they were, with their cards public again; false when the actor may not, or they are erased. */
export async function restoreUser(db: Db, { actorId, id }: Change): Promise<boolean> {
  // Whom somebody else has brought back meanwhile is back.
  const may = and(eq(users.id, id), manageable(actorId))
  const gone = db
    .select({ id: users.id })
    .from(users)
    .where(and(may, isNotNull(users.deletedAt)))
  const [allowed] = await db.batch([
    db.select({ id: users.id }).from(users).where(may),
    ...revokeAccess(db, id, { when: exists(gone) }),
    db.update(users).set({ deletedAt: null }).where(may),
  ])
  return allowed.length > 0
}

/**
 * Gives every card of the user, with its addresses, inbox and figures, to the colleague, in one statement: the slugs of
 * the cards, or undefined when the actor may not manage both, or no longer.
 */
export async function handOverCards(
  db: Db,
  { actorId, id }: Change,
  to: number,
): Promise<string[] | undefined> {
  const leaver = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), manageable(actorId)))
  const colleague = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, to), isNull(users.deletedAt), manageable(actorId)))
  const may = sql`(exists ${leaver} and exists ${colleague})`
  // The time tells which were moved here, also when the answer is lost and this is done twice.
  const updatedAt = new Date().toISOString()
  const [allowed, , moved] = await db.batch([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), may)),
    db
      .update(businessCards)
      .set({ userId: to, version: sql`${businessCards.version} + 1`, updatedAt })
      .where(and(eq(businessCards.userId, id), isNull(businessCards.deletedAt), may)),
    db
      .select({ slug: businessCards.slug })
      .from(businessCards)
      .where(and(eq(businessCards.userId, to), eq(businessCards.updatedAt, updatedAt), may)),
  ])
  return allowed.length > 0 ? moved.map(({ slug }) => slug) : undefined
}
