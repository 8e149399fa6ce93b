/** Between the password and the code: a random token, hashed, good for ten minutes, one sign-in and this password. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { signInSteps } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../database.ts'
import { passwordPrint, userColumns } from './store.ts'

const lifetime = 600_000

/** The token that the code must come with. */
export async function openStep(db: Db, userId: number, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insert(signInSteps)
    .select(
      sql`select ${hashToken(token)} as hash, ${users.id} as user_id, ${passwordPrint} as password_print, ${now + lifetime} as expires_at from ${users} where ${users.id} = ${userId}`,
    )
    .onConflictDoNothing()
  return token
}

/** Whose sign-in it is; undefined for a token that is no good, or no longer. */
export async function findStep(db: Db, token: string, now = Date.now()): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(signInSteps)
    .innerJoin(users, eq(users.id, signInSteps.userId))
    .where(
      and(
        eq(signInSteps.hash, hashToken(token)),
        gt(signInSteps.expiresAt, now),
        eq(signInSteps.passwordPrint, passwordPrint),
        isNull(users.deletedAt),
      ),
    )
    .get()
}

/** Uses the token up; false when another request was first. */
export async function closeStep(db: Db, token: string): Promise<boolean> {
  const closed = await db
    .delete(signInSteps)
    .where(eq(signInSteps.hash, hashToken(token)))
    .returning({ userId: signInSteps.userId })
  return closed.length > 0
}

/** The statement that drops those nobody can use any more, for the cron's batch. */
export function forgetSteps(db: Db, now = Date.now()) {
  return db.delete(signInSteps).where(lt(signInSteps.expiresAt, now))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
