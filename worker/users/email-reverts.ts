/** Links that take a change of e-mail back: mailed to the address before, good for 72 hours and for one use. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm'
import { emailReverts, resetTokens } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../database.ts'
import { revokeTokensOf } from './api-tokens.ts'
import { endSessionsOf } from './sessions.ts'
import { findUser } from './store.ts'

const lifetime = 72 * 3600

/** The token of a link that gives the user this e-mail back. */
export async function issueEmailRevert(
  db: Db,
  former: { id: number; email: string },
  now = seconds(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(emailReverts).values({
    hash: hashToken(token),
    userId: former.id,
    email: former.email,
    expiresAt: now + lifetime,
  })
  return token
}

/**
 * Uses the token up and puts the former e-mail back: the user, or undefined for a token that is no good. Every session
 * ends, and nothing that was mailed to the newer addresses works any more.
 */
export async function spendEmailRevert(
  db: Db,
  token: string,
  now = seconds(),
): Promise<User | undefined> {
  const hash = hashToken(token)
  const row = await db.select().from(emailReverts).where(eq(emailReverts.hash, hash)).get()
  if (!row) return undefined
  const { userId, email, expiresAt } = row
  const good = sql`exists (select 1 from ${emailReverts} join ${users} on users.id = email_reverts.user_id where email_reverts.hash = ${hash} and used_at is null and expires_at > ${now} and users.deleted_at is null)`
  const [, , , , , spent] = await db.batch([
    endSessionsOf(db, userId, good),
    revokeTokensOf(db, userId, good),
    db
      .update(users)
      .set({ email })
      .where(and(eq(users.id, userId), good)),
    db.delete(resetTokens).where(and(eq(resetTokens.userId, userId), good)),
    db
      .delete(emailReverts)
      .where(
        and(
          eq(emailReverts.userId, userId),
          ne(emailReverts.hash, hash),
          gte(emailReverts.expiresAt, expiresAt),
          good,
        ),
      ),
    db
      .update(emailReverts)
      .set({ usedAt: now })
      .where(and(eq(emailReverts.hash, hash), isNull(emailReverts.usedAt), good))
      .returning({ userId: emailReverts.userId }),
  ])
  return spent.length > 0 ? findUser(db, userId) : undefined
}

/** The statement that drops links nobody can use any more, for the cron's batch. */
export function forgetEmailReverts(db: Db, now = seconds()) {
  return db.delete(emailReverts).where(lt(emailReverts.expiresAt, now))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
