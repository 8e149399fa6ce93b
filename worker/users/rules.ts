/** Access rules between users, as SQL conditions of the statements that write, so a race cannot break them. */

import { type SQL, sql } from 'drizzle-orm'
import { type Actor, canManageUser } from '../../schema/access.ts'
import { users } from '../../schema/accounts/tables.ts'
import { type Caller, isStillSignedIn } from '../accounts/auth-version.ts'
import type { Rule } from '../http/rules.ts'

export const userManagers: Rule<Actor> = {
  words: 'at or below your level',
  allows: canManageUser,
  // Does not reveal that a user of a higher level exists.
  refusal: [404, 'User not found'],
}

/** The target of a change, and the actor as read with the request. */
export type UserTarget = { actor: Caller; id: number }

/** SQL: the actor's current level; null if they are deactivated. */
export function levelOf(actorId: number): SQL {
  return sql`(select actor.access_level from users as actor where actor.id = ${actorId} and actor.deleted_at is null)`
}

/**
 * SQL: the actor is still signed in, and has level 4 or above and at least `level`, the level of a user they create.
 */
export function canGrantLevel(actor: Caller, level: number): SQL {
  return sql`(${isStillSignedIn(actor)} and ${levelOf(actor.id)} >= max(4, ${level}))`
}

/** SQL for a statement on `users`: the actor has level 4 or above, and the user no higher level. */
export function canManage(actorId: number): SQL {
  return sql`(${levelOf(actorId)} >= 4 and ${users.accessLevel} <= ${levelOf(actorId)})`
}

/** SQL for changes that could take over an account: the user is below the actor, or the actor has level 5. */
export function canSetCredentialsOf(actorId: number): SQL {
  return sql`(${users.accessLevel} < ${levelOf(actorId)} or ${levelOf(actorId)} = 5)`
}
