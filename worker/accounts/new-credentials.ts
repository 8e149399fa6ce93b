/** Checks and hashes new passwords: long enough for this installation, not common, and limited in rate. */

import { list } from 'virtual:common-passwords'
import type { Context } from 'hono'
import { commonPasswordMessage, Username } from '../../schema/users/user.ts'
import type { App } from '../env.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { clientAddress } from '../platform/client.ts'
import { limitHashing } from '../platform/rate-limiter.ts'
import { hashPassword } from './passwords.ts'
import { usernameError } from './usernames.ts'

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
