/** Links that confirm an e-mail address: mailed to it, stored hashed, good for 72 hours and for that account and address alone. */
import { and, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { emailVerifications } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import {
  type Mail,
  type PreparedMail,
  prepareMail,
  sendMail,
  sendPrepared,
  storeMail,
} from '../platform/mail.ts'
import { nowSeconds } from '../platform/time.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { verificationEmail } from './emails.ts'
import { findUser } from './store.ts'

const lifetime = 72 * 3600

/** What is stored of a link, and the letter with it. */
export type Verification = { hash: string; email: string; letter: PreparedMail }

type Unverified = Pick<User, 'id' | 'email'>

/** `unlessSent`: not while a link that was sent before is good. `requested`: the account asked for it and `takeRequestedVerification` let it. */
type Asked = { origin: string; unlessSent?: boolean; requested?: boolean }

/** Mails a link to the account's address while that is not confirmed. Never fails: what goes wrong is one line in the log. */
export async function sendVerification(
  env: Bindings,
  user: Unverified,
  asked: Asked,
): Promise<void> {
  try {
    const letter = await storeVerification(env, user, asked)
    if (letter) await sendPrepared(env, letter)
  } catch (error) {
    log('warn', 'email verification', { error })
  }
}

/** Stores such a link and its letter in the outbox: the letter to send, or undefined when the address is confirmed. */
export async function storeVerification(
  env: Bindings,
  { id, email }: Unverified,
  { unlessSent, ...asked }: Asked,
): Promise<PreparedMail | undefined> {
  const db = database(env.DB)
  const verification = await newVerification(env, { email, ...asked })
  const unverified = and(
    eq(users.id, id),
    eq(users.email, email),
    isNull(users.emailVerifiedAt),
    isNull(users.deletedAt),
    unlessSent ? sql`not ${hasLink(id, email)}` : undefined,
  )
  const [, , kept] = await db.batch([
    ...keepVerification(db, verification, unverified),
    db
      .select({ id: emailVerifications.userId })
      .from(emailVerifications)
      .where(eq(emailVerifications.hash, verification.hash)),
  ])
  return kept.length > 0 ? verification.letter : undefined
}

/** A new link for the address, as it is stored, and its letter. */
export async function newVerification(
  env: Bindings,
  { email, origin, requested }: { email: string; origin: string; requested?: boolean },
): Promise<Verification> {
  const token = newToken()
  const link = `${origin}/auth#v=${token}`
  const letter = await prepareMail(env, verificationEmail(env, { to: email, link, requested }))
  return { hash: hashToken(token), email, letter }
}

/** The statements that store it and its letter for the user that `which` holds for, in a batch with what makes it needed. */
export function keepVerification(
  db: Db,
  { hash, email, letter }: Verification,
  which: SQL | undefined,
) {
  const row = sql`select ${hash} as hash, ${users.id} as user_id, ${email} as email, ${nowSeconds() + lifetime} as expires_at from ${users} where ${which}`
  return [
    db.insert(emailVerifications).select(row).onConflictDoNothing(),
    storeMail(db, letter, sql`exists (select 1 from ${emailVerifications} where hash = ${hash})`),
  ] as const
}

function hasLink(id: number, email: string): SQL {
  return sql`exists (select 1 from ${emailVerifications} where user_id = ${id} and email_verifications.email = ${email} and expires_at > ${nowSeconds()})`
}

/**
 * Confirms the address that the token was mailed to: the user and whether it was not confirmed before, or undefined for a token that is no good. Asked again while
 * the account keeps that address, it changes nothing and answers the same.
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
  const at = new Date().toISOString()
  const [verified] = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${at})` })
    .where(and(eq(users.id, link.userId), eq(users.email, link.email), isNull(users.deletedAt)))
    .returning({ since: users.emailVerifiedAt })
  const user = verified && (await findUser(db, link.userId))
  return user && { user, isNew: verified.since === at }
}

/** What a change of e-mail makes of the account, beside the new address: it is to be confirmed anew. */
export function verifiedStill(email: string): SQL {
  return sql`iif(${users.email} = ${email}, ${users.emailVerifiedAt}, null)`
}

/** For the batch of a change of e-mail, before it: voids the links that went to other addresses when `may` holds. */
export function voidVerifications(
  db: Db,
  { id, email, may }: { id: number; email: string; may: SQL | undefined },
) {
  const changes = sql`exists (select 1 from ${users} where ${and(eq(users.id, id), may)})`
  return db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, id), ne(emailVerifications.email, email), changes))
}

/** The statement that drops links nobody can use any more, for the cron's batch. */
export function deleteExpiredEmailVerifications(db: Db, now = nowSeconds()) {
  return db.delete(emailVerifications).where(lt(emailVerifications.expiresAt, now))
}

/** Sends a notice about an account to its address, if that is confirmed. Never fails. */
export async function sendNotice(
  env: Bindings,
  { emailVerified }: Pick<User, 'emailVerified'>,
  mail: Mail,
): Promise<void> {
  if (emailVerified) await sendMail(env, mail)
}
