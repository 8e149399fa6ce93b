/**
 * Links for a change of email: the old address gets a revert link if the owner made the change, the new address a
 * verification link.
 */
import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { emailReverts, emailVerifications, users } from '../../schema/accounts/tables.ts'

import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { type PreparedMail, prepareMail, sendStored, storeMail } from '../platform/mail.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { hourSeconds, nowSeconds, uniqueTime } from '../platform/time.ts'
import { findUser } from '../users/queries.ts'
import { revokeAccess } from './auth-version.ts'
import {
  insertVerification,
  newVerification,
  type Verification,
  voidVerifications,
} from './email-verification.ts'
import { emailChangedEmail, emailSetEmail, type Person } from './emails.ts'
import { deletePasskeysOf } from './passkeys.ts'

/** If an administrator makes the change, the email in `revert` is a notice without a link, and no link is stored. */
export type EmailLinks = { byOwner: boolean; revert: Revert; verification: Verification }

/** Prepares the links for changing the email of `former` to another address. */
export async function newEmailLinks(
  env: Bindings,
  {
    former,
    email,
    origin,
    byOwner,
  }: { former: User; email: string; origin: string; byOwner: boolean },
): Promise<EmailLinks> {
  const { hash, mail } = await newEmailRevert(env, { former, origin })
  const notice = byOwner ? mail : await prepareMail(env, emailSetEmail(env, former))
  const verification = await newVerification(env, { ...former, email }, { origin })
  return { byOwner, revert: { hash, mail: notice }, verification }
}

type Change = {
  id: number
  email: string
  links: EmailLinks
  may: SQL | undefined
}

/**
 * Statements to run before the change, in its batch: they store the links and their emails if `may` is true and the
 * address differs.
 */
export function storeEmailLinks(db: Db, { id, email, links, may }: Change) {
  const { byOwner, revert, verification } = links
  const changes = sql`${eq(users.id, id)} and ${may} and ${users.email} <> ${email}`
  return [
    ...storeEmailRevert(db, { id, email, revert, may }),
    // An administrator's change leaves no revert link: neither an earlier one nor the one just stored.
    deleteEmailReverts(
      db,
      id,
      byOwner ? sql`false` : sql`exists (select 1 from ${users} where ${changes})`,
    ),
    voidVerifications(db, { id, email, may }),
    ...insertVerification(db, verification, changes),
  ] as const
}

/** SQL for a later statement of the batch: true if the email was changed. */
export function hasChangedEmail({ verification }: EmailLinks): SQL {
  return sql`exists (select 1 from ${emailVerifications} where hash = ${verification.hash})`
}

/** Sends the stored emails. Never throws. */
export async function sendEmailLinks(
  env: Bindings,
  { revert, verification }: EmailLinks,
): Promise<void> {
  await sendStored(env, [revert.mail, verification.mail])
}

// Revert links: sent to the previous address, valid for 72 hours and one use.

const revertLifetimeSeconds = 72 * hourSeconds

/** What is stored with a change of email: the hash of the revert token, and the email with the link. */
type Revert = { hash: string; mail: PreparedMail }

/** A new revert link with its token. */
export async function newEmailRevert(
  env: Bindings,
  { former, origin }: { former: Person; origin: string },
): Promise<Revert & { token: string }> {
  const token = newToken()
  const mail = emailChangedEmail(env, former, `${origin}/auth#revert=${token}`)
  return { token, hash: hashToken(token), mail: await prepareMail(env, mail) }
}

type RevertChange = {
  id: number
  email?: string
  revert: Revert
  may: SQL | undefined
}

/**
 * Statements to run before the change, in its batch: they store the revert link and the email to the current address if
 * `may` is true, the new address differs and the current one is verified.
 */
export function storeEmailRevert(
  db: Db,
  { id, email, revert, may }: RevertChange,
  now = nowSeconds(),
) {
  const changes = and(
    eq(users.id, id),
    may,
    isNotNull(users.emailVerifiedAt),
    email ? ne(users.email, email) : sql`false`,
  )
  const row = sql`select ${revert.hash} as hash, ${users.id} as user_id, ${users.email} as email, ${now + revertLifetimeSeconds} as expires_at, null as used_at from ${users} where ${changes}`
  return [
    db.insert(emailReverts).select(row).onConflictDoNothing(),
    storeMail(db, revert.mail, sql`exists (select 1 from ${users} where ${changes})`),
  ] as const
}

/**
 * Redeems the token and restores the former email, which counts as verified because the link was read there. Returns
 * the user, or undefined for an invalid token. Ends every session, removes every passkey, and voids everything sent to
 * the newer addresses.
 */
export async function redeemEmailRevert(
  db: Db,
  token: string,
  now = nowSeconds(),
): Promise<User | undefined> {
  const hash = hashToken(token)
  const row = await db.select().from(emailReverts).where(eq(emailReverts.hash, hash)).get()
  if (!row) return undefined
  const { userId, email, expiresAt } = row
  const good = sql`exists (select 1 from ${emailReverts} join ${users} on users.id = email_reverts.user_id where email_reverts.hash = ${hash} and used_at is null and expires_at > ${now} and users.deleted_at is null)`
  const at = uniqueTime()
  const [, , restored] = await repeatable(() =>
    db.batch([
      deletePasskeysOf(db, userId, good),
      db
        .update(users)
        .set({ email, emailVerifiedAt: at })
        .where(and(eq(users.id, userId), good)),
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.emailVerifiedAt, at))),
      voidVerifications(db, { id: userId, email: '', may: good }),
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
      ...revokeAccess(db, userId, { when: good }),
      // Last, because `good` is false from then on.
      db
        .update(emailReverts)
        .set({ usedAt: now })
        .where(and(eq(emailReverts.hash, hash), isNull(emailReverts.usedAt), good)),
    ]),
  )
  return restored.length > 0 ? findUser(db, userId) : undefined
}

/** Deletes revert links in the batch of an administrator's change, so that the previous owner of the address cannot revert it. */
export function deleteEmailReverts(db: Db, userId: number, when: SQL) {
  return db.delete(emailReverts).where(and(eq(emailReverts.userId, userId), when))
}

/** The statement that deletes expired links, for the cron job's batch. */
export function deleteExpiredEmailReverts(db: Db, now = nowSeconds()) {
  return deleteSome(db, emailReverts, lt(emailReverts.expiresAt, now))
}
