/** Dangerous acts ask for a proof of who one is, given in this session in the last ten minutes. */
import type { Context } from 'hono'
import { wrongCodeMessage } from '../../schema/second-factor.ts'
import type { User } from '../../schema/user.ts'
import type { App } from '../env.ts'
import { fail, tooMany } from '../http.ts'
import { noteEvent } from '../middleware/security-events.ts'
import { addressOf } from '../platform/rate-limiter.ts'
import { sendNotice } from '../users/email-verification.ts'
import { factorLetter } from '../users/emails.ts'
import { checkCode, type Guess, type Use } from './second-factor.ts'
import { signedIn } from './session-cookie.ts'
import { checkOwnPassword } from './sign-in.ts'

/** How long a proof holds, in milliseconds. */
export const freshFor = 600_000

/** Goes on, or 403 with the code by which the app asks and repeats the call. */
export function askFresh(c: Context<App>): void {
  if (Date.now() - signedIn(c).authAt > freshFor)
    fail(403, 'Enter your password again to do this.', { code: 'reauthenticate' })
}

// Proving who one is: the password of the signed-in user, and a code where a second factor is on.

/** Goes on, or refuses with 400 `wrong-password`, `code-needed` or `wrong-code`, or 429. `use` is what a code is used for. */
export async function proveOneself(
  c: Context<App>,
  { password, code }: { password: string; code?: string },
  use?: Use,
): Promise<void> {
  const user = signedIn(c)
  const address = addressOf(c.req.raw)
  const check = await checkOwnPassword(c.env, user, { password, address })
  if (check === 'wrong') fail(400, 'Password is incorrect', { code: 'wrong-password' })
  if (typeof check === 'number') tooMany(check)
  if (!user.secondFactor) return
  if (code === undefined) fail(400, 'Enter a code of your app, too.', { code: 'code-needed' })
  await passCode(c, user, { id: user.id, code, guesser: `session ${user.sessionId}`, address, use })
}

/** Goes on, or refuses with 400 `wrong-code` or 429; a recovery code that was used is told by mail. */
export async function passCode(
  c: Context<App>,
  user: Pick<User, 'email' | 'username' | 'emailVerified'>,
  guess: Guess,
): Promise<void> {
  noteEvent(c, { userId: guess.id })
  const check = await checkCode(c.env, guess)
  if (check === 'wrong') fail(400, wrongCodeMessage, { code: 'wrong-code' })
  if (typeof check === 'number') tooMany(check)
  noteEvent(c, { method: check === 'recovery' ? 'recovery-code' : 'code' })
  if (check === 'recovery')
    c.executionCtx.waitUntil(sendNotice(c.env, user, factorLetter(c.env, user, 'used')))
}
