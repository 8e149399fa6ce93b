/**
 * Verification links: emailed to the address, stored as a hash, valid for 72 hours after the email and only for that
 * account and address.
 */
import { and, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { emailVerifications, users } from '../../schema/accounts/tables.ts'
import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import {
  type Mail,
  type PreparedMail,
  prepareMail,
  sendMail,
  sendPrepared,
  storeMail,
} from '../platform/mail.ts'
import { mailWaits } from '../platform/mail-quota.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { hourSeconds, nowSeconds, uniqueTime } from '../platform/time.ts'
import { findUser } from '../users/queries.ts'
import { verificationEmail } from './emails.ts'

// The email may wait for the provider's quota.
const lifetimeSeconds = 72 * hourSeconds + mailWaits.confirmation / 1000

/** The stored form of a link, and its email. */
export type Verification = { hash: string; email: string; mail: PreparedMail }

type EmailOwner = Pick<User, 'id' | 'email' | 'mailLanguage'>

/**
 * `unlessSent`: does nothing while an earlier link is valid. `requested`: the user requested it within
 * `limitRequestedVerifications`.
 */
type Options = { origin: string; unlessSent?: boolean; requested?: boolean }

/** Emails a verification link if the address is unverified. Never throws: an error is logged. */
export async function sendVerification(
  env: Bindings,
  user: EmailOwner,
  options: Options,
): Promise<void> {
  try {
    const email = await storeVerification(env, user, options)
    if (email) await sendPrepared(env, email)
  } catch (error) {
    log('warn', 'email verification', { error })
  }
}

/**
 * Stores a verification link and its email in the outbox. Returns the email to send, or undefined if the address is
 * verified.
 */
export async function storeVerification(
  env: Bindings,
  { id, email, mailLanguage }: EmailOwner,
  { unlessSent, ...options }: Options,
): Promise<PreparedMail | undefined> {
  const db = database(env.DB)
  const verification = await newVerification(env, { email, mailLanguage }, options)
  const unverified = and(
    eq(users.id, id),
    eq(users.email, email),
    isNull(users.emailVerifiedAt),
    isNull(users.deletedAt),
    unlessSent ? sql`not ${hasLink(id, email)}` : undefined,
  )
  const [, , stored] = await repeatable(() =>
    db.batch([
      ...insertVerification(db, verification, unverified),
      db
        .select({ id: emailVerifications.userId })
        .from(emailVerifications)
        .where(eq(emailVerifications.hash, verification.hash)),
    ]),
  )
  return stored.length > 0 ? verification.mail : undefined
}

/** A new link for the address, and its email. */
export async function newVerification(
  env: Bindings,
  user: Pick<User, 'email' | 'mailLanguage'>,
  { origin, requested }: { origin: string; requested?: boolean },
): Promise<Verification> {
  const token = newToken()
  const link = `${origin}/auth#v=${token}`
  const mail = await prepareMail(env, verificationEmail(env, user, { link, requested }))
  return { hash: hashToken(token), email: user.email, mail }
}

/** The statements that store the link and its email for the users that match `which`, for a batch. */
export function insertVerification(
  db: Db,
  { hash, email, mail }: Verification,
  which: SQL | undefined,
) {
  const row = sql`select ${hash} as hash, ${users.id} as user_id, ${email} as email, ${nowSeconds() + lifetimeSeconds} as expires_at from ${users} where ${which}`
  return [
    db.insert(emailVerifications).select(row).onConflictDoNothing(),
    storeMail(db, mail, sql`exists (select 1 from ${emailVerifications} where hash = ${hash})`),
  ] as const
}

function hasLink(id: number, email: string): SQL {
  return sql`exists (select 1 from ${emailVerifications} where user_id = ${id} and email_verifications.email = ${email} and expires_at > ${nowSeconds()})`
}

/**
 * Verifies the address that the token was sent to. Returns the user and whether it was newly verified, or undefined
 * for an invalid token. Idempotent while the account keeps the address.
 */
export async function verifyEmail(
  db: Db,
  token: string,
  now = nowSeconds(),
): Promise<{ user: User; isNew: boolean } | undefined> {
  const link = await db
    .select()
    .from(emailVerifications)
    .where(eq(emailVerifications.hash, hashToken(token)))
    .get()
  if (!link || link.expiresAt <= now) return undefined
  const at = uniqueTime()
  const [verified] = await repeatable(() =>
    db
      .update(users)
      .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${at})` })
      .where(and(eq(users.id, link.userId), eq(users.email, link.email), isNull(users.deletedAt)))
      .returning({ since: users.emailVerifiedAt }),
  )
  const user = verified && (await findUser(db, link.userId))
  return user && { user, isNew: verified.since === at }
}

/** SQL: `email_verified_at` after a change to this email, which is null unless the email stays the same. */
export function emailVerifiedAtAfterChange(email: string): SQL {
  return sql`iif(${users.email} = ${email}, ${users.emailVerifiedAt}, null)`
}

/** Statement to run before a change of email, in its batch: voids the links sent to other addresses if `may` is true. */
export function voidVerifications(
  db: Db,
  { id, email, may }: { id: number; email: string; may: SQL | undefined },
) {
  const changes = sql`exists (select 1 from ${users} where ${and(eq(users.id, id), may)})`
  return db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, id), ne(emailVerifications.email, email), changes))
}

/** The statement that deletes expired links, for the cron job's batch. */
export function deleteExpiredEmailVerifications(db: Db, now = nowSeconds()) {
  return deleteSome(db, emailVerifications, lt(emailVerifications.expiresAt, now))
}

/** Sends a notice about an account if its address is verified. Never throws. */
export async function sendNotice(
  env: Bindings,
  { emailVerified }: Pick<User, 'emailVerified'>,
  mail: Mail,
): Promise<void> {
  if (emailVerified) await sendMail(env, mail)
}
