/** Reauthentication: dangerous calls require that the user authenticated in this session in the last ten minutes. */
import type { Context } from 'hono'
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
import { verifyPassword } from './passwords.ts'
import { type OnRedeem, verifyCode } from './second-factor-codes.ts'
import { requireUser } from './sessions.ts'

/** How long an authentication counts as recent, in milliseconds. */
export const recentAuthMs = 600_000

/** Fails with 403 `reauthenticate`, on which the app asks for the password and repeats the call. */
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
