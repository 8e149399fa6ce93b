/** Between the password and the code: a random token, hashed, good for ten minutes and one sign-in; `revokeAccess` drops it. */
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { signInSteps } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { Db } from '../database.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { isUnchanged, type Proven } from './auth-version.ts'
import { passwordPrint, userColumns } from './store.ts'

const lifetime = 600_000

/** The token that the code must come with; undefined when the account is no longer what the password was held against. */
export async function openStep(
  db: Db,
  { user: { id }, authVersion }: Proven,
  now = Date.now(),
): Promise<string | undefined> {
  const token = newToken()
  const hash = hashToken(token)
  const [, opened] = await db.batch([
    db
      .insert(signInSteps)
      .select(
        sql`select ${hash} as hash, ${users.id} as user_id, ${passwordPrint} as password_print, ${now + lifetime} as expires_at from ${users} where ${users.id} = ${id} and ${isUnchanged({ id, authVersion })}`,
      )
      .onConflictDoNothing(),
    db.select({ hash: signInSteps.hash }).from(signInSteps).where(eq(signInSteps.hash, hash)),
  ])
  return opened.length > 0 ? token : undefined
}

/** Whose sign-in it is; undefined for a token that is no good, or no longer. */
export async function findStep(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<Proven | undefined> {
  return db
    .select({ user: userColumns, authVersion: users.authVersion })
    .from(signInSteps)
    .innerJoin(users, eq(users.id, signInSteps.userId))
    .where(
      and(
        eq(signInSteps.hash, hashToken(token)),
        gt(signInSteps.expiresAt, now),
        isNull(users.deletedAt),
      ),
    )
    .get()
}

/** What uses the token up, for the batch of the session: `open` while no other request was first, in any statement. */
export function closingOf(db: Db, token: string): { open: SQL; close: BatchItem<'sqlite'> } {
  const hash = hashToken(token)
  return {
    open: sql`exists (select 1 from sign_in_steps as step where step.hash = ${hash})`,
    close: db.delete(signInSteps).where(eq(signInSteps.hash, hash)),
  }
}

/** The statement that drops those nobody can use any more, for the cron's batch. */
export function forgetSteps(db: Db, now = Date.now()) {
  return db.delete(signInSteps).where(lt(signInSteps.expiresAt, now))
}
