/** Taking a new password from a request: long enough for this installation, not a common one, and not hashed too often. */
import type { Context } from 'hono'
import { commonPassword } from '../../schema/user.ts'
import type { App } from '../env.ts'
import { fail, tooMany } from '../http.ts'
import { isCommon } from '../users/common-passwords.ts'
import { hashPassword } from '../users/passwords.ts'
import { addressOf, waitToHash } from '../users/throttle.ts'

/** The hash to store: 400 below `PASSWORD_MIN_LENGTH` and for a common one, 429 when this address has had too many made. */
export async function hashed(
  c: Context<App>,
  password: string,
  name = 'Password',
): Promise<string> {
  const least = Number(c.env.PASSWORD_MIN_LENGTH)
  if (password.length < least) fail(400, `${name} must be at least ${least} characters`)
  if (isCommon(password)) fail(400, commonPassword, { code: 'common-password' })
  const wait = await waitToHash(c.env, addressOf(c.req.raw))
  if (wait > 0) tooMany(wait)
  return hashPassword(password, c.env.PEPPER)
}
