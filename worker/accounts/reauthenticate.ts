/** Reauthentication: dangerous calls require that the user authenticated in this session in the last ten minutes. */
import type { Context } from 'hono'
import { wrongCodeMessage } from '../../schema/second-factor.ts'
import type { User } from '../../schema/user.ts'
import type { App } from '../env.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { noteSecurityEvent } from '../operations/security-events/kinds.ts'
import { clientAddress } from '../platform/client-network.ts'
import { type CodeAttempt, checkCode, type OnRedeem } from './check-code.ts'
import { sendNotice } from './email-verification.ts'
import { type Person, secondFactorEmail } from './emails.ts'
import { requireUser } from './session-cookie.ts'
import { checkOwnPassword } from './sign-in.ts'

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

/** Checks a code. Fails with 400 `wrong-code` or with 429. Sends an email when a recovery code was used. */
export async function verifyCode(
  c: Context<App>,
  user: Person & Pick<User, 'emailVerified'>,
  attempt: CodeAttempt,
): Promise<void> {
  noteSecurityEvent(c, { userId: attempt.id })
  const check = await checkCode(c.env, attempt)
  if (check === 'wrong') fail(400, wrongCodeMessage, { code: 'wrong-code' })
  if (typeof check === 'number') tooManyRequests(check)
  noteSecurityEvent(c, { method: check === 'recovery' ? 'recovery-code' : 'code' })
  if (check === 'recovery')
    c.executionCtx.waitUntil(sendNotice(c.env, user, secondFactorEmail(c.env, user, 'used')))
}
