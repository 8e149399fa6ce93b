/** The caller's second factor: status, setup, recovery codes and removal. */
import { type Context, Hono } from 'hono'
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorRemoval,
  SecondFactorSetup,
  wrongCodeMessage,
} from '../../schema/accounts/second-factor.ts'
import type { App } from '../env.ts'
import { accountChangedMessage, kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { sendNotice } from './email-verification.ts'
import { secondFactorEmail } from './emails.ts'
import { reauthenticate } from './reauthenticate.ts'
import {
  confirmSecondFactor,
  findSecondFactor,
  removeOwnSecondFactor,
  renewRecoveryCodes,
  secondFactorOffMessage,
  startSecondFactorSetup,
} from './second-factor.ts'
import { requireUser } from './sessions.ts'

const secondFactorOnMessage = 'Two-step verification is already on. Turn it off first.'
const setupExpiredMessage = 'This setup has expired. Start again.'

export const secondFactorRoutes = new Hono<App>()

secondFactorRoutes.get(
  '/',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: SecondFactor,
    summary: 'The state of your two-step verification',
  }),
  async (c) => c.json(await findSecondFactor(c.env, requireUser(c))),
)

secondFactorRoutes.post(
  '/',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    requiresRecentAuth: true,
    response: SecondFactorSetup,
    status: 201,
    summary: 'Start setting up two-step verification',
    errors: { 409: secondFactorOnMessage },
    audit: 'second-factor-setup',
  }),
  async (c) => {
    const user = requireUser(c)
    const setup = await startSecondFactorSetup(c.env, user)
    if (!setup) fail(409, user.secondFactor ? secondFactorOnMessage : accountChangedMessage)
    return c.json(setup, 201)
  },
)

secondFactorRoutes.post(
  '/confirm',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    requiresRecentAuth: true,
    body: SecondFactorConfirmation,
    maxBody: kB,
    response: RecoveryCodes,
    summary:
      'Turn on two-step verification with the first code from the app; signs out every other device',
    example: { code: '123456' },
    errors: { 400: wrongCodeMessage, 409: setupExpiredMessage },
    audit: 'second-factor-on',
  }),
  async (c) => {
    const codes = await confirmSecondFactor(c.env, requireUser(c), c.req.valid('json'))
    if (!codes) fail(409, setupExpiredMessage)
    if (codes === 'wrong') fail(400, wrongCodeMessage, { code: 'wrong-code' })
    notify(c, 'on')
    return c.json({ codes })
  },
)

secondFactorRoutes.post(
  '/recovery-codes',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    response: RecoveryCodes,
    status: 201,
    summary: 'Create new recovery codes; the previous ones stop working',
    errors: { 409: secondFactorOffMessage },
    audit: 'recovery-codes-renewed',
  }),
  async (c) => {
    const user = requireUser(c)
    const codes = await renewRecoveryCodes(c.env, user)
    if (!codes) fail(409, user.secondFactor ? accountChangedMessage : secondFactorOffMessage)
    notify(c, 'codes')
    return c.json({ codes }, 201)
  },
)

secondFactorRoutes.delete(
  '/',
  endpoint({
    access: 1,
    rule: 'with your password and a code',
    body: SecondFactorRemoval,
    maxBody: 2 * kB,
    status: 204,
    summary: 'Turn off two-step verification; signs out every other device',
    example: { password: 'correct horse', code: '123456' },
    errors: {
      400: `Password is incorrect, or ${wrongCodeMessage}`,
      409: secondFactorOffMessage,
      429: tooManyAttemptsMessage,
    },
    audit: 'second-factor-off',
  }),
  async (c) => {
    const user = requireUser(c)
    if (!user.secondFactor) fail(409, secondFactorOffMessage)
    // The code is consumed in the transaction that turns it off, so that a failure leaves it valid.
    await reauthenticate(c, c.req.valid('json'), (code) =>
      removeOwnSecondFactor(database(c.env.DB), user, code),
    )
    notify(c, 'off')
    return c.body(null, 204)
  },
)

function notify(c: Context<App>, what: Parameters<typeof secondFactorEmail>[2]): void {
  c.executionCtx.waitUntil(
    sendNotice(c.env, requireUser(c), secondFactorEmail(c.env, requireUser(c), what)),
  )
}
