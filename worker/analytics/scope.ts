/** Whose cards an account's report is about. Deleted cards and those of deleted users are not counted. */
import { and, asc, eq, isNull, lte, type SQL } from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import { businessCards, users } from '../../schema/tables.ts'
import type { Db } from '../database.ts'

type ScopeCard = {
  id: number
  name: string | null
  slug: string
  state: 'draft' | 'live' | 'paused'
}

export type Scope = {
  /** The same for the same question about whose cards. */
  key: string
  /** Full name or username; null for the whole installation. */
  owner: string | null
  ownerId: number | null
  cards: ScopeCard[]
}

export async function scopeOfUser(
  db: Db,
  user: { id: number; fullName: string | null; username: string },
): Promise<Scope> {
  const cards = await listCardNames(db, eq(businessCards.userId, user.id))
  const owner = user.fullName || user.username
  return { key: `user ${user.id}`, owner, ownerId: user.id, cards }
}

/** The cards of all users whom the actor may see. */
export async function scopeOfEverybody(db: Db, actor: Actor): Promise<Scope> {
  return {
    key: `everybody up to ${actor.accessLevel}`,
    owner: null,
    ownerId: null,
    cards: await listCardNames(db, lte(users.accessLevel, actor.accessLevel)),
  }
}

async function listCardNames(db: Db, which: SQL) {
  return db
    .select({
      id: businessCards.id,
      name: businessCards.name,
      slug: businessCards.slug,
      state: businessCards.state,
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(which, isNull(businessCards.deletedAt), isNull(users.deletedAt)))
    .orderBy(asc(businessCards.id))
    .all()
}
