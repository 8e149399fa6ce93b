/** Every change of who may sign in, or how, moves `users.auth_version` on: nothing that began before it is issued after it. */
import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import {
  apiTokens,
  passkeyChallenges,
  resetTokens,
  sessions,
  signInSteps,
} from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import { analyticsShares } from '../../schema/team-tables.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../platform/database.ts'

/** Who proved who they are, and the version of the account that was held against. */
export type Proven = { user: User; authVersion: number }

/** Whose request it is, as its session was read. */
export type Caller = { id: number; sessionId: string; authVersion: number }

/** What a change leaves: every session, or the one it is made in, each with the API tokens and the links to reports; nothing when absent. */
type Kept = 'sessions' | { session: string }

/**
 * The statements of every change of who may sign in, or how, for its batch: beside the sessions they end what was begun
 * and not finished, and what lets somebody in later. `when` has to hold in any statement.
 */
export function revokeAccess(
  db: Db,
  userId: number,
  { when, keep }: { when: SQL | undefined; keep?: Kept },
) {
  const ended = and(eq(sessions.userId, userId), endedBy(keep), when)
  const all = keep ? sql`false` : when
  const now = Date.now()
  const endedIds = db.select({ id: sessions.id }).from(sessions).where(ended)
  return [
    db.delete(passkeyChallenges).where(inArray(passkeyChallenges.sessionId, endedIds)),
    db.delete(sessions).where(ended),
    db.delete(resetTokens).where(and(eq(resetTokens.userId, userId), when)),
    db.delete(signInSteps).where(and(eq(signInSteps.userId, userId), when)),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt), all)),
    db
      .update(analyticsShares)
      .set({ expiresAt: now })
      .where(and(eq(analyticsShares.userId, userId), gt(analyticsShares.expiresAt, now), all)),
    db
      .update(users)
      .set({ authVersion: sql`${users.authVersion} + 1` })
      .where(and(eq(users.id, userId), when)),
  ] as const
}

/** In any statement: the user is still there, and nobody changed how they sign in since that version was read. */
export function isUnchanged({ id, authVersion }: { id: number; authVersion: number }): SQL {
  return sql`exists (select 1 from users as person where person.id = ${id} and person.auth_version = ${authVersion} and person.deleted_at is null)`
}

/** In any statement: the session a request came with still holds, at the version it was read with. */
export function isStillSignedIn(user: Caller, now = Date.now()): SQL {
  const holds = sql`exists (select 1 from sessions as own where own.id = ${user.sessionId} and own.user_id = ${user.id} and (own.ends_at is null or own.ends_at > ${now}))`
  return sql`(${isUnchanged(user)} and ${holds})`
}

function endedBy(keep: Kept | undefined): SQL {
  if (keep === undefined) return sql`true`
  return keep === 'sessions' ? sql`false` : ne(sessions.id, keep.session)
}
