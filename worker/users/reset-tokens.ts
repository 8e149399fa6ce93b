/** Links that set a new password: random, hashed, good for an hour and for one use (security.md 3.5). */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { resetTokens } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../database.ts'
import { revokeTokensOf } from './api-tokens.ts'
import { dropPasskeysOf } from './passkeys.ts'
import { endSessionsOf } from './sessions.ts'
import { passwordPrint, userColumns } from './store.ts'

const lifetime = 3_600_000
// Several accounts may share an address; each gets a link of its own.
const mostAccounts = 5

/** A new token for each account with that address; their earlier ones are void. */
export async function issueResetTokens(
  db: Db,
  email: string,
  now = Date.now(),
): Promise<{ id: number; email: string; username: string; token: string }[]> {
  const owners = await db
    .select({ id: users.id, username: users.username, email: users.email, passwordPrint })
    .from(users)
    .where(and(sql`${users.email} = ${email} collate nocase`, isNull(users.deletedAt)))
    .limit(mostAccounts)
    .all()
  if (owners.length === 0) return []
  const issued = owners.map((owner) => ({
    ...owner,
    token: randomBytes(32).toString('base64url'),
  }))
  const rows = issued.map(({ id, token, passwordPrint: print }) => ({
    hash: hashToken(token),
    userId: id,
    passwordPrint: print,
    expiresAt: now + lifetime,
  }))
  const ids = owners.map(({ id }) => id)
  await db.batch([
    db.delete(resetTokens).where(inArray(resetTokens.userId, ids)),
    db.insert(resetTokens).values(rows),
  ])
  return issued
}

/** Whether the token would be accepted now: asked before the costly hash of the new password is made. */
export async function isSpendable(db: Db, token: string, now = Date.now()): Promise<boolean> {
  const row = await db
    .select({ userId: resetTokens.userId })
    .from(resetTokens)
    .where(spendable(token, now))
    .get()
  return row !== undefined
}

/** Uses the token up, sets the password, ends every session and removes every passkey: the user, or undefined for a token that is no good. */
export async function spendResetToken(
  db: Db,
  { token, password }: { token: string; password: string },
  now = Date.now(),
): Promise<User | undefined> {
  const row = await db
    .select({ userId: resetTokens.userId })
    .from(resetTokens)
    .where(eq(resetTokens.hash, hashToken(token)))
    .get()
  if (!row) return undefined
  const may = sql`exists (select 1 from ${resetTokens} where ${spendable(token, now)})`
  const reset = sql`exists (select 1 from ${users} where id = ${row.userId} and password = ${password})`
  const [, , , , , spent] = await db.batch([
    endSessionsOf(db, row.userId, may),
    revokeTokensOf(db, row.userId, may),
    dropPasskeysOf(db, row.userId, may),
    db
      .update(users)
      .set({ password, mustChangePassword: false })
      .where(and(eq(users.id, row.userId), may)),
    db
      .update(resetTokens)
      .set({ usedAt: now })
      .where(and(eq(resetTokens.hash, hashToken(token)), isNull(resetTokens.usedAt), reset)),
    // The hash is this call's own: its salt is random.
    db
      .select(userColumns)
      .from(users)
      .where(and(eq(users.id, row.userId), reset)),
  ])
  return spent[0]
}

/** The statement that drops tokens nobody can use any more, for the cron's batch. */
export function forgetResetTokens(db: Db, now = Date.now()) {
  return db.delete(resetTokens).where(lt(resetTokens.expiresAt, now))
}

function spendable(token: string, now: number) {
  return and(
    eq(resetTokens.hash, hashToken(token)),
    isNull(resetTokens.usedAt),
    sql`${resetTokens.expiresAt} > ${now}`,
    sql`${resetTokens.passwordPrint} = (select ${passwordPrint} from ${users} where ${users.id} = ${resetTokens.userId} and ${users.deletedAt} is null)`,
  )
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
