/** Checks credentials: reauthentication before sensitive calls, and new passwords and usernames. */

import { list } from 'virtual:common-passwords'
import type { Context } from 'hono'
import { commonPasswordMessage, Username } from '../../schema/users/user.ts'
import type { App, Bindings } from '../env.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import {
  accountFailures,
  consumeLimit,
  limitHashing,
  resetLimit,
} from '../platform/rate-limiter.ts'
import { findUserToConfirm } from '../users/queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { type OnRedeem, verifyCode } from './second-factor-codes.ts'
import { requireUser } from './sessions.ts'
import { usernameError } from './usernames.ts'

/** How long an authentication counts as recent, in milliseconds. */
export const recentAuthMs = 600_000

/** Fails with 403 `reauthenticate` unless the user authenticated recently; the app asks for the password and repeats the call. */
export function requireRecentAuth(c: Context<App>): void {
  if (Date.now() - requireUser(c).authAt > recentAuthMs)
    fail(403, 'Confirm your password to continue.', { code: 'reauthenticate' })
}

/**
 * Checks the password of the signed-in user, and a code if a second factor is on. Fails with 400 `wrong-password`,
 * `code-needed` or `wrong-code`, or with 429. `onRedeem` runs in the transaction that uses up the code.
 */
export async function reauthenticate(
  c: Context<App>,
  { password, code }: { password: string; code?: string },
  onRedeem?: OnRedeem,
): Promise<void> {
  const user = requireUser(c)
  const address = clientAddress(c.req.raw)
  const check = await checkOwnPassword(c.env, user, { password, address })
  if (check === 'wrong') fail(400, 'Password is incorrect', { code: 'wrong-password' })
  if (typeof check === 'number') tooManyRequests(check)
  if (!user.secondFactor) return
  if (code === undefined)
    fail(400, 'Enter the code from your authenticator app too.', { code: 'code-needed' })
  await verifyCode(c, user, {
    id: user.id,
    code,
    limitKey: `session ${user.sessionId}`,
    address,
    onRedeem,
  })
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
 * The hash to store. Fails with 400 if the password is shorter than `PASSWORD_MIN_LENGTH` or common, with 429 above
 * the rate limit of the address.
 */
export async function hashNewPassword(
  c: Context<App>,
  password: string,
  name = 'Password',
): Promise<string> {
  const minLength = Number(c.env.PASSWORD_MIN_LENGTH)
  if (password.length < minLength) fail(400, `${name} must be at least ${minLength} characters`)
  if (isCommonPassword(password)) fail(400, commonPasswordMessage, { code: 'common-password' })
  const wait = await limitHashing(c.env, clientAddress(c.req.raw))
  if (wait > 0) tooManyRequests(wait)
  return hashPassword(password, c.env.PEPPER)
}

/** Fails with 400 `username` and the reason if the username is not allowed. */
export function requireAllowedUsername(username: string): void {
  const error = Username.safeParse(username).error?.issues[0]?.message ?? usernameError(username)
  if (error) fail(400, error, { code: 'username' })
}

// Common passwords, which no user may set (ASVS 6.2.4).

let commonPasswords: Set<string> | undefined

/** Whether it is a common password, ignoring case and compatibility forms (NFKC). */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(list.split('\n'))
  return commonPasswords.has(password.normalize('NFKC').toLowerCase())
}
