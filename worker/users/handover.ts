/** Bringing a user back, and giving the cards of one to a colleague. */
import { and, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { handOverAfterMs } from '../../schema/access.ts'
import { businessCards, users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../database.ts'
import { isStillSignedIn, revokeAccess } from './auth-version.ts'
import { type Change, levelOf, manageable } from './edit.ts'
import { userColumns } from './store.ts'

/** The user as they were, with their cards public again; false when the actor may not, or they are erased. */
export async function restoreUser(db: Db, { actor, id }: Change): Promise<boolean> {
  // Whom somebody else has brought back meanwhile is back.
  const may = and(eq(users.id, id), isStillSignedIn(actor), manageable(actor.id))
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

/** The active user of that name in any case. */
export function findColleague(db: Db, username: string): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(users)
    .where(and(sql`${users.username} = ${username} collate nocase`, isNull(users.deletedAt)))
    .get()
}

/**
 * Gives every card of the user, with its addresses, inbox and figures, to the colleague, in one statement: the slugs of
 * the cards, or undefined when the actor may not, or no longer. The own go to whoever can take them; others' need level 5,
 * or level 4 three days after the user was deleted, and a colleague whom the actor manages, too.
 */
export async function handOverCards(
  db: Db,
  { actor, id }: Change,
  to: number,
): Promise<string[] | undefined> {
  const actorId = actor.id
  const isOwn = actorId === id
  const mine = sql`(${users.id} = ${actorId} and ${users.deletedAt} is null)`
  const leftBy = new Date(Date.now() - handOverAfterMs).toISOString()
  const left = sql`(${users.deletedAt} <= ${leftBy} or ${levelOf(actorId)} = 5)`
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, id), isStillSignedIn(actor), isOwn ? mine : and(manageable(actorId), left)),
    )
  const colleague = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, to), isNull(users.deletedAt), isOwn ? hasRoom(id) : manageable(actorId)),
    )
  const may = sql`(exists ${owner} and exists ${colleague})`
  // The time tells which were moved here, also when the answer is lost and this is done twice.
  const updatedAt = new Date().toISOString()
  const [allowed, , moved] = await db.batch([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), may)),
    db
      .update(businessCards)
      .set({ ...handedColumns(id, to), updatedAt })
      .where(and(eq(businessCards.userId, id), isNull(businessCards.deletedAt), may)),
    db
      .select({ slug: businessCards.slug })
      .from(businessCards)
      .where(and(eq(businessCards.userId, to), eq(businessCards.updatedAt, updatedAt), may)),
  ])
  return allowed.length > 0 ? moved.map(({ slug }) => slug) : undefined
}

/** What a handover changes of a card, beside its `updatedAt`. */
export function handedColumns(from: number, to: number) {
  return {
    ...codeOf(from),
    templateId: templateOf(from, to),
    userId: to,
    version: sql`${businessCards.version} + 1`,
  }
}

/** Whether the user's cards can go to that person by the user's own act. */
export async function canTakeCards(db: Db, from: number, to: number): Promise<boolean> {
  const room = and(eq(users.id, to), hasRoom(from))
  return (await db.$count(users, room)) > 0
}

/**
 * In a statement on `users`: below level 4 a person has one card, unless an administrator gives them more, and only
 * level 5 gives cards to level 5.
 */
export function hasRoom(from: number): SQL {
  const together = sql`(select count(*) from business_cards as held where held.user_id in (${from}, ${users.id}) and held.deleted_at is null)`
  return sql`(case ${users.accessLevel} when 5 then ${levelOf(from)} = 5 when 4 then true
    else ${levelOf(from)} >= 4 or ${together} <= 1 end)`
}

// A template that a card of level 5 follows is out of level 4's reach, which is not for a handover to decide.
function templateOf(from: number, to: number): SQL {
  const level = (id: number) => sql`(select access_level from users where id = ${id})`
  return sql`iif(${level(to)} = 5 and ${level(from)} < 5, null, ${businessCards.templateId})`
}

// What a level below 3 does not show is not shown again because somebody of level 3 has the card.
function codeOf(ownerId: number) {
  const shows = sql`(select access_level from users where id = ${ownerId}) >= 3`
  const { embedCodes, customizations } = businessCards
  return {
    embedCodes: sql`iif(${shows}, ${embedCodes}, '[]')`,
    customizations: sql`iif(${shows}, ${customizations}, json_set(${customizations}, '$.customCss', null))`,
  }
}
