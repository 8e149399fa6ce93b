/** Every change to how a user signs in increments `users.auth_version`, which voids everything started before it. */
import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import {
  apiTokens,
  passkeyChallenges,
  resetTokens,
  sessions,
  signInChallenges,
  users,
} from '../../schema/accounts/tables.ts'
import { analyticsShares } from '../../schema/analytics/tables.ts'
import type { Card } from '../../schema/cards/card.ts'
import { feeds } from '../../schema/feeds/tables.ts'
import type { User } from '../../schema/users/user.ts'
import type { Db } from '../platform/database.ts'

/** An authenticated user, and the account version that the credentials were checked against. */
export type VerifiedUser = { user: User; authVersion: number }

/** The signed-in user of a request, as read with the session. */
export type Caller = { id: number; sessionId: string; authVersion: number }

/**
 * What a change keeps: every session or only the given one, in both cases with the API tokens, feeds and shared
 * reports. Absent: nothing.
 */
type Keep = 'sessions' | { session: string }

/**
 * The statements that belong in the batch of every change to how a user signs in. They end sessions, pending sign-ins,
 * API tokens, feeds and shared reports. `when` must be valid in any statement.
 */
export function revokeAccess(
  db: Db,
  userId: number,
  { when, keep }: { when: SQL | undefined; keep?: Keep },
) {
  const ended = and(eq(sessions.userId, userId), endedBy(keep), when)
  const all = keep ? sql`false` : when
  const now = Date.now()
  const endedIds = db.select({ id: sessions.id }).from(sessions).where(ended)
  return [
    db.delete(passkeyChallenges).where(inArray(passkeyChallenges.sessionId, endedIds)),
    db.delete(sessions).where(ended),
    db.delete(resetTokens).where(and(eq(resetTokens.userId, userId), when)),
    db.delete(signInChallenges).where(and(eq(signInChallenges.userId, userId), when)),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt), all)),
    db
      .update(feeds)
      .set({ revokedAt: now })
      .where(and(eq(feeds.userId, userId), isNull(feeds.revokedAt), all)),
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

/** SQL for any statement: the user is active, and `auth_version` has not changed since it was read. */
export function isUnchanged({ id, authVersion }: { id: number; authVersion: number }): SQL {
  return sql`exists (select 1 from users as person where person.id = ${id} and person.auth_version = ${authVersion} and person.deleted_at is null)`
}

/** SQL for any statement: the request's session is valid, at the version it was read with. */
export function isStillSignedIn(user: Caller, now = Date.now()): SQL {
  const isValid = sql`exists (select 1 from sessions as own where own.id = ${user.sessionId} and own.user_id = ${user.id} and (own.ends_at is null or own.ends_at > ${now}))`
  return sql`(${isUnchanged(user)} and ${isValid})`
}

function endedBy(keep: Keep | undefined): SQL {
  if (keep === undefined) return sql`true`
  return keep === 'sessions' ? sql`false` : ne(sessions.id, keep.session)
}

/** SQL for any statement: the card has the owner it was read with and is not deleted, and the user is still signed in. */
export function mayStillWrite(user: Caller, { id, userId }: Pick<Card, 'id' | 'userId'>): SQL {
  return sql`(exists (select 1 from business_cards as kept
    where kept.id = ${id} and kept.user_id = ${userId} and kept.deleted_at is null) and ${isStillSignedIn(user)})`
}
