/** Password sign-in: a wrong password and an unknown user cost the same, give the same response and count the same. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { signInChallenges, users } from '../../schema/accounts/tables.ts'
import { type AppLanguage, appLanguages } from '../../schema/screens.ts'
import type { User } from '../../schema/users/user.ts'
import { type App, type Bindings, publicOrigin, type SessionUser } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import { clientAddress } from '../platform/client.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import {
  accountFailures,
  addressFailures,
  consumeLimit,
  limitHashing,
  refundLimit,
  resetLimit,
} from '../platform/rate-limiter.ts'
import { hashToken, newToken, peppersOf } from '../platform/secrets.ts'
import { preferredLanguages } from '../public/languages.ts'
import {
  findUserToConfirm,
  findUserToSignIn,
  passwordFingerprint,
  rehash,
  userColumns,
} from '../users/queries.ts'
import { isUnchanged, type VerifiedUser } from './auth-version.ts'
import { sendVerification } from './email-verification.ts'
import {
  dummyHash,
  hashPassword,
  isPasswordHash,
  needsRehash,
  verifyPassword,
} from './passwords.ts'
import { mustSetUpSecondFactor } from './second-factor.ts'
import {
  deviceName,
  deviceToken,
  endSessionStatements,
  type Opening,
  openSession,
  publicUser,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from './sessions.ts'

/** Includes the hash that the password was checked against. */
type PasswordVerifiedUser = VerifiedUser & { stored: string; secondFactor: boolean }

/**
 * The authenticated user, `wrong`, or the seconds to wait before the next attempt. `username` can be the email address.
 * Every attempt counts as a failure until the password proves correct.
 */
export async function signInWithPassword(
  c: Context<App>,
  { username, password }: { username: string; password: string },
): Promise<PasswordVerifiedUser | 'wrong' | number> {
  const { env } = c
  const db = database(env.DB)
  const [address, device] = [clientAddress(c.req.raw), deviceToken(c)]
  const hashing = await limitHashing(env, address)
  if (hashing > 0) return hashing
  const perAddress = addressFailures(env, address)
  const [found, waitOfAddress] = await Promise.all([
    findUserToSignIn(db, username, userOfDevice(env, device)),
    consumeLimit(env, perAddress),
  ])
  if (waitOfAddress > 0) return waitOfAddress
  const limits = failureLimits(env, { username, device }, found?.user.id)
  const usable = found && isPasswordHash(found.stored) ? found : undefined
  // In parallel, because deriving a hash takes as long as a trip to the database. Over a limit the result is unused.
  const [[wait = 0, isAccountLocked = 0], right] = await Promise.all([
    Promise.all(limits.map((limit) => consumeLimit(env, limit))),
    verifyPassword(password, usable?.stored ?? dummyHash, env),
  ])
  if (wait > 0) return wait
  if (!usable || !right || isAccountLocked) return 'wrong'
  const reset = limits.map((limit) => resetLimit(env, limit))
  c.executionCtx.waitUntil(Promise.all([refundLimit(env, perAddress), ...reset]))
  if (!needsRehash(usable.stored, env)) return usable
  const better = await hashPassword(password, env.PEPPER)
  await rehash(db, usable.user.id, { from: usable.stored, to: better })
  return { ...usable, stored: better }
}

/**
 * The limit for the name as typed, then the limit for the account, which its username and email address share. Over the
 * account's limit the response is the same as for a wrong password: any other would reveal that both names belong to one
 * account.
 */
function failureLimits(
  env: Bindings,
  { username, device }: { username: string; device: string | undefined },
  userId: number | undefined,
) {
  const typed = `name ${username.toLowerCase()}`
  const known = userId && knownDevice(env, device, userId)
  if (known) return [accountFailures(known)]
  return [typed, userId ? `account ${userId}` : `nobody ${typed}`].map(accountFailures)
}

/** Whether the password is no longer valid: the hash has changed, or the user is deactivated. */
export async function isOutdated(
  env: Bindings,
  { user, stored }: PasswordVerifiedUser,
): Promise<boolean> {
  const found = await findUserToConfirm(database(env.DB), user.id)
  return found?.stored !== stored
}

/**
 * The value of a device cookie (OWASP device cookies): failures on a known device are counted separately, so nobody
 * can lock its user out.
 */
export function deviceCookie(env: Bindings, userId: number): string {
  const device = `${userId}.${randomBytes(12).toString('base64url')}`
  return `${device}.${sign(env.PEPPER, device)}`
}

/** The rate limit key of the device, if its cookie was issued for this user. */
export function knownDevice(
  env: Bindings,
  cookie: string | undefined,
  userId: number,
): string | undefined {
  const [, device, mac] = /^(\d+\.[\w-]{16})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  if (!device || !mac || !device.startsWith(`${userId}.`)) return undefined
  const isSigned = peppersOf(env).some((pepper) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(sign(pepper, device))),
  )
  return isSigned ? `device ${device}` : undefined
}

/** The user who last signed in on the device, if its cookie is genuine. */
function userOfDevice(env: Bindings, cookie: string | undefined): number | undefined {
  const userId = Number(cookie?.split('.')[0])
  return knownDevice(env, cookie, userId) ? userId : undefined
}

function sign(pepper: string, device: string): string {
  return createHmac('sha256', pepper).update(`device\n${device}`).digest('base64url')
}

// The step between password and code: a random token, hashed, valid for ten minutes and one sign-in. `revokeAccess`
// deletes it.

const challengeLifetimeMs = 600_000

/** The token that must accompany the code; undefined if the account has changed since the password was checked. */
export async function startSignInChallenge(
  db: Db,
  { user: { id }, authVersion }: VerifiedUser,
  now = Date.now(),
): Promise<string | undefined> {
  const token = newToken()
  const hash = hashToken(token)
  const [, opened] = await repeatable(() =>
    db.batch([
      db
        .insert(signInChallenges)
        .select(
          sql`select ${hash} as hash, ${users.id} as user_id, ${passwordFingerprint} as password_print, ${now + challengeLifetimeMs} as expires_at from ${users} where ${users.id} = ${id} and ${isUnchanged({ id, authVersion })}`,
        )
        .onConflictDoNothing(),
      db
        .select({ hash: signInChallenges.hash })
        .from(signInChallenges)
        .where(eq(signInChallenges.hash, hash)),
    ]),
  )
  return opened.length > 0 ? token : undefined
}

/** The user of the pending sign-in; undefined for an invalid or expired token. */
export async function findSignInChallenge(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<VerifiedUser | undefined> {
  return db
    .select({ user: userColumns, authVersion: users.authVersion })
    .from(signInChallenges)
    .innerJoin(users, eq(users.id, signInChallenges.userId))
    .where(
      and(
        eq(signInChallenges.hash, hashToken(token)),
        gt(signInChallenges.expiresAt, now),
        isNull(users.deletedAt),
      ),
    )
    .get()
}

/**
 * Uses up the token in the batch that opens the session: `open` is SQL that is true while no other request was first.
 */
export function endSignInChallenge(
  db: Db,
  token: string,
): { open: SQL; close: BatchItem<'sqlite'> } {
  const hash = hashToken(token)
  return {
    open: sql`exists (select 1 from sign_in_steps as step where step.hash = ${hash})`,
    close: db.delete(signInChallenges).where(eq(signInChallenges.hash, hash)),
  }
}

/** The statement that deletes expired steps, for the cron job's batch. */
export function deleteExpiredSignInChallenges(db: Db, now = Date.now()) {
  return deleteSome(db, signInChallenges, lt(signInChallenges.expiresAt, now))
}

// The last step of every sign-in: opens a session and sets its cookies.

/**
 * Opens a session; false if the account changed since the user authenticated. Ends the session the browser sent, which
 * prevents session fixation.
 */
export async function startNewSession(
  c: Context<App>,
  verified: VerifiedUser,
  { when, also = [] }: Omit<Opening, 'device'> = {},
): Promise<boolean> {
  const db = database(c.env.DB)
  const { user } = verified
  const language = browserLanguage(c.req.raw)
  const stored = [...also, ...storeBrowserLanguage(db, user.id, language)]
  const former = endSessionStatements(db, sessionToken(c))
  const opening = { device: deviceName(c), when, also: [...stored, ...former] }
  const token = await openSession(db, verified, opening)
  if (token === undefined) return false
  const mailLanguage = user.language ?? language ?? user.mailLanguage
  completeSignIn(c, { ...user, mailLanguage }, token)
  return true
}

/** Sets the cookies of a new session, records the sign-in, and sends a verification link if the email is unverified. */
export function completeSignIn(c: Context<App>, user: User, token: string): void {
  // With `userIds` the event is written after the response.
  noteAudit(c, { userId: user.id, userIds: Promise.resolve([user.id]) })
  setSessionCookie(c, token, user.accessLevel)
  setDeviceCookie(c, deviceCookie(c.env, user.id))
  sendVerificationLink(c, user)
}

// For accounts created by anyone: the first sign-in sends a verification link, and a later one does if the link has
// expired.
function sendVerificationLink(c: Context<App>, user: User): void {
  if (user.emailVerified) return
  const origin = publicOrigin(c.env, c.req.raw)
  c.executionCtx.waitUntil(sendVerification(c.env, user, { origin, unlessSent: true }))
}

/** The user as returned to their own app. */
export function userResponse(env: Bindings, user: User | SessionUser, secondFactor: boolean): User {
  const visible = 'sessionId' in user ? publicUser(user) : user
  return mustSetUpSecondFactor(env, { ...user, secondFactor })
    ? { ...visible, factorDue: true }
    : visible
}

// The language in which the app opens in this browser, for emails to users who have not chosen one. Undefined if the
// request has no `Accept-Language`.
function browserLanguage(request: Request): AppLanguage | undefined {
  const asked = preferredLanguages(request).map((tag) => new Intl.Locale(tag).language)
  if (asked.length === 0) return undefined
  return appLanguages.find((one) => one === asked.find(isAppLanguage)) ?? 'en'
}

/** The statement that stores the browser's language with the user, for the transaction of a sign-in; none without a language. */
function storeBrowserLanguage(db: Db, userId: number, language: AppLanguage | undefined) {
  if (!language) return []
  return [
    db
      .update(users)
      .set({ browserLanguage: language })
      .where(and(eq(users.id, userId), sql`${users.browserLanguage} is not ${language}`)),
  ]
}

function isAppLanguage(language: string): boolean {
  return appLanguages.some((one) => one === language)
}
