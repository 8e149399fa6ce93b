/** Password reset: sends links in the background and redeems them. */

import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { resetTokens, users } from '../../schema/accounts/tables.ts'
import { AccountEmail } from '../../schema/text.ts'
import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { sendMail } from '../platform/mail.ts'
import { limitMail } from '../platform/mail-limits.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { daySeconds, hourMs, hourSeconds } from '../platform/time.ts'
import { passwordFingerprint, userColumns } from '../users/queries.ts'
import { revokeAccess } from './auth-version.ts'
import { sendVerification } from './email-verification.ts'
import { resetEmail } from './emails.ts'
import { deletePasskeysOf } from './passkeys.ts'
import { knownDevice } from './sign-in.ts'

const perEmail = 5
const perAddress = 60
// Fewer than the daily limit of the mailbox, so one network cannot use it up.
const perEmailAndAddress = 4
const perDevice = 3
const attempts = 3
const backoffMs = 500
// Delays the work until the response is sent, so that response times do not reveal which emails have an account.
const startDelayMs = 100

/** `device` is the cookie value from `deviceCookie`. */
type ResetRequest = { email: string; address: string; device: string | undefined; origin: string }

/**
 * Sends a reset link for each account with this verified email; if there is none, a verification link for each account
 * with this unverified email. Returns the ids of the accounts that were sent reset links. Limits: 60 an hour per network
 * address, 5 an hour per email, and 4 a day for both together. A device on which the user signed in has its own limit of
 * 3 an hour, so strangers cannot keep the owner from a link. Never throws: the response has already been sent, so a
 * storage error is retried and, after three attempts, logged.
 */
export async function sendResetLinks(env: Bindings, request: ResetRequest): Promise<number[]> {
  await scheduler.wait(startDelayMs)
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const outcome = await send(env, request).then(
      (sent) => ({ sent }),
      (error: unknown) => ({ error }),
    )
    if ('sent' in outcome) return outcome.sent
    if (attempt < attempts) await scheduler.wait(backoffMs * 4 ** (attempt - 1))
    else log('warn', 'reset links', { error: outcome.error })
  }
  return []
}

async function send(env: Bindings, request: ResetRequest): Promise<number[]> {
  const { email, origin } = request
  const db = database(env.DB)
  const deviceKey = await findDeviceKey(env, db, request)
  const isOver = deviceKey
    ? await isOverDeviceLimit(env, deviceKey)
    : await isOverLimit(env, request)
  if (isOver) return []
  const issued = await issueResetTokens(db, email)
  // Without a reset link, the user gets a verification link, unless the address is verified for another account.
  const others = issued.length > 0 ? [] : await findUnverified(db, email)
  await Promise.all(
    issued.map(({ token, ...user }) =>
      sendMail(env, {
        ...resetEmail(env, user, `${origin}/auth#t=${token}`),
        // `isOverLimit` has already counted a link that was requested without a known device.
        ...(deviceKey && { kind: 'notice' }),
      }),
    ),
  )
  await Promise.all(others.map((user) => sendVerification(env, user, { origin })))
  return issued.map(({ id }) => id)
}

/** The device's rate limit key, if the email belongs to a user who signed in on the device. */
async function findDeviceKey(env: Bindings, db: Db, { email, device }: ResetRequest) {
  const userId = Number(device?.split('.')[0])
  const known = userId ? knownDevice(env, device, userId) : undefined
  return known && (await hasVerifiedEmail(db, userId, email)) ? known : undefined
}

async function isOverDeviceLimit(env: Bindings, subject: string): Promise<boolean> {
  return (
    (await consumeLimit(env, {
      kind: 'reset device',
      subject,
      max: perDevice,
      window: hourSeconds,
    })) > 0
  )
}

async function isOverLimit(env: Bindings, { email, address }: ResetRequest): Promise<boolean> {
  const subject = (AccountEmail.safeParse(email).data ?? email).toLowerCase()
  const limits = [
    { kind: 'reset address', subject: address, max: perAddress, window: hourSeconds },
    {
      kind: 'reset pair',
      subject: `${subject} ${address}`,
      max: perEmailAndAddress,
      window: daySeconds,
    },
    { kind: 'reset', subject, max: perEmail, window: hourSeconds },
  ]
  for (const limit of limits) if (await consumeLimit(env, limit)) return true
  // Checked before a link is created, because a new link that is not sent could void earlier ones.
  return !(await limitMail(env, { to: email, kind: 'reset' }))
}

// Reset tokens: random, hashed, valid for an hour and one use.

const lifetimeMs = hourMs
// Accounts may share an email; each gets its own link.
const maxAccounts = 5
// Per account: the owner's link stays valid when a stranger requests another.
const maxTokens = 3

type Account = Pick<User, 'id' | 'username' | 'email' | 'mailLanguage'>

const { id, username, email, mailLanguage } = userColumns
const accountColumns = { id, username, email, mailLanguage }

/**
 * Creates a token for each account that has this verified email when the token is stored. The three newest tokens of an
 * account are valid.
 */
export async function issueResetTokens(
  db: Db,
  email: string,
  now = Date.now(),
): Promise<(Account & { token: string })[]> {
  const owners = await db
    .select(accountColumns)
    .from(users)
    .where(isVerified(email))
    .limit(maxAccounts)
    .all()
  if (owners.length === 0) return []
  const issued = owners.map((owner) => ({ ...owner, token: newToken() }))
  const rows = JSON.stringify(issued.map(({ id, token }) => [id, hashToken(token)]))
  const ids = owners.map(({ id }) => id)
  // A retry after a lost response finds these tokens stored, and deletes no further ones.
  const isIssued = (hash: SQL) => sql`(${hash} in (select value ->> 1 from json_each(${rows})))`
  const [, , stored] = await repeatable(() =>
    db.batch([
      db
        .delete(resetTokens)
        .where(
          sql`${inArray(resetTokens.userId, ids)} and (select count(*) from reset_tokens as newer where newer.user_id = ${resetTokens.userId} and not ${isIssued(sql`newer.hash`)} and (newer.expires_at, newer.hash) > (${resetTokens.expiresAt}, ${resetTokens.hash})) >= ${maxTokens - 1}`,
        ),
      db
        .insert(resetTokens)
        .select(
          sql`select value ->> 1 as hash, ${users.id} as user_id, ${passwordFingerprint} as password_print, ${now + lifetimeMs} as expires_at, null as used_at from json_each(${rows}) join ${users} on ${users.id} = value ->> 0 where ${isVerified(email)}`,
        )
        .onConflictDoNothing(),
      db
        .select({ userId: resetTokens.userId })
        .from(resetTokens)
        .where(isIssued(sql`${resetTokens.hash}`)),
    ]),
  )
  return issued.filter(({ id }) => stored.some(({ userId }) => userId === id))
}

async function hasVerifiedEmail(db: Db, userId: number, email: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isVerified(email)))) > 0
}

/** The newest accounts with this email unverified. */
async function findUnverified(db: Db, email: string) {
  return db
    .select(accountColumns)
    .from(users)
    .where(and(hasEmail(email), isNull(users.emailVerifiedAt)))
    .orderBy(desc(users.id))
    .limit(maxAccounts)
    .all()
}

/** Whether the token is valid, checked before the expensive hash of the new password. */
export async function isResetTokenValid(db: Db, token: string, now = Date.now()): Promise<boolean> {
  const row = await db
    .select({ userId: resetTokens.userId })
    .from(resetTokens)
    .where(isValidToken(token, now))
    .get()
  return row !== undefined
}

/**
 * Redeems the token: stores `password`, a hash, removes every passkey, and revokes all access (`revokeAccess`), which also
 * deletes the user's reset tokens. Returns the user, or undefined if the token is invalid.
 */
export async function redeemResetToken(
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
  const may = sql`exists (select 1 from ${resetTokens} where ${isValidToken(token, now)})`
  // True only after the update of this call, because the hash has a random salt.
  const reset = sql`exists (select 1 from ${users} where id = ${row.userId} and password = ${password})`
  const [, changed] = await repeatable(() =>
    db.batch([
      db
        .update(users)
        .set({ password, mustChangePassword: false })
        .where(and(eq(users.id, row.userId), may)),
      db
        .select(userColumns)
        .from(users)
        .where(and(eq(users.id, row.userId), reset)),
      deletePasskeysOf(db, row.userId, reset),
      ...revokeAccess(db, row.userId, { when: reset }),
    ]),
  )
  return changed[0]
}

/** The statement that deletes expired tokens, for the cron job's batch. */
export function deleteExpiredResetTokens(db: Db, now = Date.now()) {
  return deleteSome(db, resetTokens, lt(resetTokens.expiresAt, now))
}

function isVerified(email: string) {
  return and(hasEmail(email), isNotNull(users.emailVerifiedAt))
}

// Matches the normalized email and the text as typed, because old accounts were stored without normalization.
function hasEmail(email: string) {
  const spelled = AccountEmail.safeParse(email).data ?? email
  const matches = sql`(${users.email} = ${spelled} collate nocase or ${users.email} = ${email} collate nocase)`
  return and(matches, isNull(users.deletedAt))
}

function isValidToken(token: string, now: number) {
  return and(
    eq(resetTokens.hash, hashToken(token)),
    isNull(resetTokens.usedAt),
    sql`${resetTokens.expiresAt} > ${now}`,
    sql`${resetTokens.passwordPrint} = (select ${passwordFingerprint} from ${users} where ${users.id} = ${resetTokens.userId} and ${users.deletedAt} is null)`,
  )
}
