/** Links that set a new password: random, hashed, good for an hour and for one use (security.md 3.5). */
import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { resetTokens } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import { AccountEmail } from '../../schema/text.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../database.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { revokeAccess } from './auth-version.ts'
import { dropPasskeysOf } from './passkeys.ts'
import { passwordPrint, userColumns } from './store.ts'

const lifetime = 3_600_000
// Several accounts may share an address; each gets a link of its own.
const mostAccounts = 5
// Of an account: the owner's link stays good when a stranger asks for another.
const mostTokens = 3

/** A new token for each account whose confirmed address that still is when they are stored. The three newest of an account are good. */
export async function issueResetTokens(
  db: Db,
  email: string,
  now = Date.now(),
): Promise<{ id: number; email: string; username: string; token: string }[]> {
  const owners = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(isConfirmed(email))
    .limit(mostAccounts)
    .all()
  if (owners.length === 0) return []
  const issued = owners.map((owner) => ({
    ...owner,
    token: newToken(),
  }))
  const rows = JSON.stringify(issued.map(({ id, token }) => [id, hashToken(token)]))
  const ids = owners.map(({ id }) => id)
  const [, , stored] = await db.batch([
    db
      .delete(resetTokens)
      .where(
        sql`${inArray(resetTokens.userId, ids)} and (select count(*) from reset_tokens as newer where newer.user_id = ${resetTokens.userId} and (newer.expires_at, newer.hash) > (${resetTokens.expiresAt}, ${resetTokens.hash})) >= ${mostTokens - 1}`,
      ),
    db
      .insert(resetTokens)
      .select(
        sql`select value ->> 1 as hash, ${users.id} as user_id, ${passwordPrint} as password_print, ${now + lifetime} as expires_at, null as used_at from json_each(${rows}) join ${users} on ${users.id} = value ->> 0 where ${isConfirmed(email)}`,
      )
      .onConflictDoNothing(),
    db
      .select({ userId: resetTokens.userId })
      .from(resetTokens)
      .where(sql`${resetTokens.hash} in (select value ->> 1 from json_each(${rows}))`),
  ])
  return issued.filter(({ id }) => stored.some(({ userId }) => userId === id))
}

export async function hasConfirmedEmail(db: Db, userId: number, email: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isConfirmed(email)))) > 0
}

/** The newest accounts that have the address and did not confirm it. */
export async function findUnverified(db: Db, email: string) {
  return db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(and(hasAddress(email), isNull(users.emailVerifiedAt)))
    .orderBy(desc(users.id))
    .limit(mostAccounts)
    .all()
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
  const [, spent] = await db.batch([
    db
      .update(users)
      .set({ password, mustChangePassword: false })
      .where(and(eq(users.id, row.userId), may)),
    // The hash is this call's own: its salt is random.
    db
      .select(userColumns)
      .from(users)
      .where(and(eq(users.id, row.userId), reset)),
    dropPasskeysOf(db, row.userId, reset),
    ...revokeAccess(db, row.userId, { when: reset }),
  ])
  return spent[0]
}

/** The statement that drops tokens nobody can use any more, for the cron's batch. */
export function forgetResetTokens(db: Db, now = Date.now()) {
  return db.delete(resetTokens).where(lt(resetTokens.expiresAt, now))
}

function isConfirmed(email: string) {
  return and(hasAddress(email), isNotNull(users.emailVerifiedAt))
}

// In the spelling of now, or as it is typed, for an account from before addresses had one.
function hasAddress(email: string) {
  const spelled = AccountEmail.safeParse(email).data ?? email
  const matches = sql`(${users.email} = ${spelled} collate nocase or ${users.email} = ${email} collate nocase)`
  return and(matches, isNull(users.deletedAt))
}

function spendable(token: string, now: number) {
  return and(
    eq(resetTokens.hash, hashToken(token)),
    isNull(resetTokens.usedAt),
    sql`${resetTokens.expiresAt} > ${now}`,
    sql`${resetTokens.passwordPrint} = (select ${passwordPrint} from ${users} where ${users.id} = ${resetTokens.userId} and ${users.deletedAt} is null)`,
  )
}
