/** Taking a new password from a request: long enough for this installation, not a common one, and not hashed too often. */

import { list } from 'virtual:common-passwords'
import type { Context } from 'hono'
import { commonPassword } from '../../schema/user.ts'
import type { App } from '../env.ts'
import { fail, tooMany } from '../http.ts'
import { clientAddress } from '../platform/client-network.ts'
import { limitHashing } from '../platform/rate-limiter.ts'
import { usernameRefusal } from '../users/usernames.ts'
import { hashPassword } from './passwords.ts'

/** The hash to store: 400 below `PASSWORD_MIN_LENGTH` and for a common one, 429 when this address has had too many made. */
export async function hashNewPassword(
  c: Context<App>,
  password: string,
  name = 'Password',
): Promise<string> {
  const least = Number(c.env.PASSWORD_MIN_LENGTH)
  if (password.length < least) fail(400, `${name} must be at least ${least} characters`)
  if (isCommonPassword(password)) fail(400, commonPassword, { code: 'common-password' })
  const wait = await limitHashing(c.env, clientAddress(c.req.raw))
  if (wait > 0) tooMany(wait)
  return hashPassword(password, c.env.PEPPER)
}

/** Goes on, or refuses a new username with 400 `username` and the sentence that says what is wrong with it. */
export function checkNewUsername(username: string): void {
  const refusal = usernameRefusal(username)
  if (refusal) fail(400, refusal, { code: 'username' })
}

// Passwords that guessing tries first, which nobody may set (ASVS 6.2.4).

let known: Set<string> | undefined

/** Whether it is one of them, in any case and any form of its letters (NFKC). */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(list.split('\n'))
  return known.has(password.normalize('NFKC').toLowerCase())
}
