/** The caller's second factor: status, setup, recovery codes and removal. */
import { type Context, Hono } from 'hono'
import {
  SecondFactorConfirmation,
  SecondFactorRemoval,
  wrongCodeMessage,
} from '../../schema/second-factor.ts'
import { reauthenticate } from '../auth/reauthenticate.ts'
import {
  confirmSecondFactor,
  findSecondFactor,
  removeOwnSecondFactor,
  renewRecoveryCodes,
  startSecondFactorSetup,
} from '../auth/second-factor.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody } from '../body.ts'
import type { App } from '../env.ts'
import { fail } from '../errors.ts'
import { database } from '../platform/database.ts'
import { accountChangedMessage } from '../policy/row.ts'
import {
  secondFactorOffMessage,
  secondFactorOnMessage,
  setupExpiredMessage,
} from '../policy/second-factor.ts'
import { sendNotice } from '../users/email-verification.ts'
import { secondFactorEmail } from '../users/emails.ts'

export const secondFactorRoutes = new Hono<App>()

secondFactorRoutes.get('/', async (c) => c.json(await findSecondFactor(c.env, requireUser(c))))

secondFactorRoutes.post('/', async (c) => {
  const user = requireUser(c)
  const setup = await startSecondFactorSetup(c.env, user)
  if (!setup) fail(409, user.secondFactor ? secondFactorOnMessage : accountChangedMessage)
  return c.json(setup, 201)
})

secondFactorRoutes.post('/confirm', jsonBody(SecondFactorConfirmation), async (c) => {
  const codes = await confirmSecondFactor(c.env, requireUser(c), c.req.valid('json'))
  if (!codes) fail(409, setupExpiredMessage)
  if (codes === 'wrong') fail(400, wrongCodeMessage, { code: 'wrong-code' })
  notify(c, 'on')
  return c.json({ codes })
})

secondFactorRoutes.post('/recovery-codes', async (c) => {
  const user = requireUser(c)
  const codes = await renewRecoveryCodes(c.env, user)
  if (!codes) fail(409, user.secondFactor ? accountChangedMessage : secondFactorOffMessage)
  notify(c, 'codes')
  return c.json({ codes }, 201)
})

secondFactorRoutes.delete('/', jsonBody(SecondFactorRemoval), async (c) => {
  const user = requireUser(c)
  if (!user.secondFactor) fail(409, secondFactorOffMessage)
  // The code is consumed in the transaction that turns it off, so that a failure leaves it valid.
  await reauthenticate(c, c.req.valid('json'), (code) =>
    removeOwnSecondFactor(database(c.env.DB), user, code),
  )
  notify(c, 'off')
  return c.body(null, 204)
})

function notify(c: Context<App>, what: Parameters<typeof secondFactorEmail>[2]): void {
  c.executionCtx.waitUntil(
    sendNotice(c.env, requireUser(c), secondFactorEmail(c.env, requireUser(c), what)),
  )
}
