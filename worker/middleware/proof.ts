/** Proving who one is: the password of the signed-in user, and a code where a second factor is on. */

import type { Context } from 'hono'
import { wrongCode } from '../../schema/second-factor.ts'
import type { User } from '../../schema/user.ts'
import type { App } from '../env.ts'
import { fail, tooMany } from '../http.ts'
import { sendNotice } from '../users/email-verifications.ts'
import { factorLetter } from '../users/letters.ts'
import { checkCode, type Guess, type Use } from '../users/second-factor.ts'
import { checkOwnPassword } from '../users/sign-in.ts'
import { addressOf } from '../users/throttle.ts'
import { noteEvent } from './security-events.ts'
import { signedIn } from './session.ts'

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
  if (check === 'wrong') fail(400, wrongCode, { code: 'wrong-code' })
  if (typeof check === 'number') tooMany(check)
  noteEvent(c, { method: check === 'recovery' ? 'recovery-code' : 'code' })
  if (check === 'recovery')
    c.executionCtx.waitUntil(sendNotice(c.env, user, factorLetter(c.env, user, 'used')))
}
