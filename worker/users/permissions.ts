/** Who may change whom, as SQL conditions of the statements that write, so no race gets past them. */
import { type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/tables.ts'
import { type Caller, isStillSignedIn } from '../auth/auth-version.ts'

/** Who changes whom: the actor as their request was read. */
export type UserTarget = { actor: Caller; id: number }

/** The actor's level now, for a statement; null once they are deactivated. */
export function levelOf(actorId: number): SQL {
  return sql`(select actor.access_level from users as actor where actor.id = ${actorId} and actor.deleted_at is null)`
}

/** Whether the actor is still signed in, and has level 4 or above now and at least this one: the level of a user they make. */
export function canGrantLevel(actor: Caller, level: number): SQL {
  return sql`(${isStillSignedIn(actor)} and ${levelOf(actor.id)} >= max(4, ${level}))`
}

/** In a statement on `users`: the actor has level 4 or above now, and the user none above it. */
export function manageable(actorId: number): SQL {
  return sql`(${levelOf(actorId)} >= 4 and ${users.accessLevel} <= ${levelOf(actorId)})`
}

/** The same for what gives an account away: the user is below the actor, or the actor has level 5. */
export function belowOrByFive(actorId: number): SQL {
  return sql`(${users.accessLevel} < ${levelOf(actorId)} or ${levelOf(actorId)} = 5)`
}
