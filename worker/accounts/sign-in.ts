/** Password sign-in: a wrong password and an unknown user cost the same, give the same response and count the same. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { signInChallenges } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { App, Bindings } from '../env.ts'
import { clientAddress } from '../platform/client-network.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { peppersOf } from '../platform/peppers.ts'
import {
  accountFailures,
  addressFailures,
  consumeLimit,
  limitHashing,
  refundLimit,
  resetLimit,
} from '../platform/rate-limiter.ts'
import { repeatable } from '../platform/repeatable.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import {
  findUserToConfirm,
  findUserToSignIn,
  passwordFingerprint,
  rehash,
  userColumns,
} from '../users/queries.ts'
import { isUnchanged, type VerifiedUser } from './auth-version.ts'
import {
  dummyHash,
  hashPassword,
  isPasswordHash,
  needsRehash,
  verifyPassword,
} from './passwords.ts'
import { deviceToken } from './session-cookie.ts'

/** Includes the hash that the password was checked against. */
type PasswordVerifiedUser = VerifiedUser & { stored: string; secondFactor: boolean }

/**
 * The authenticated user, `wrong`, or the seconds to wait before the next attempt. `username` can be the email address.
 * Every attempt is counted before its answer, and a correct one is taken back after it.
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
  // At the same time, because the derivation takes as long as a trip to the database. Over a limit its result is unused.
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
 * The limit for what was typed, then the one for the account, which its username and its email address share. Over the
 * second, the answer is that for a wrong password: another would tell that two names belong to one account.
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
 * Checks the signed-in user's password. Returns the seconds to wait after too many failures in this session, which do
 * not count for other sessions.
 */
export async function checkOwnPassword(
  env: Bindings,
  { id, sessionId }: { id: number; sessionId: string },
  { password, address }: { password: string; address: string },
): Promise<'right' | 'wrong' | number> {
  const failures = accountFailures(`own ${sessionId}`)
  const wait = (await limitHashing(env, address)) || (await consumeLimit(env, failures))
  if (wait > 0) return wait
  const found = await findUserToConfirm(database(env.DB), id)
  if (!found || !(await verifyPassword(password, found.stored, env))) return 'wrong'
  await resetLimit(env, failures)
  return 'right'
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
