/** Changes to the password and the second factor: while signed in, or with the link from an email. */
import { type Context, Hono } from 'hono'
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorRemoval,
  SecondFactorSetup,
  wrongCodeMessage,
} from '../../schema/accounts/second-factor.ts'
import {
  commonPasswordMessage,
  invalidResetLinkMessage,
  PasswordChange,
  ResetConfirmation,
  ResetLink,
  ResetRequest,
  User,
} from '../../schema/users/user.ts'
import { type App, publicOrigin } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import {
  accountChangedMessage,
  kB,
  messageResponse,
  tooManyAttemptsMessage,
} from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { changePassword } from '../users/edit.ts'
import { checkOwnPassword, hashNewPassword, reauthenticate } from './credentials.ts'
import { sendNotice } from './email-verification.ts'
import { passwordChangedEmail, secondFactorEmail } from './emails.ts'
import { isResetTokenValid, redeemResetToken, sendResetLinks } from './password-reset.ts'
import {
  confirmSecondFactor,
  findSecondFactor,
  removeOwnSecondFactor,
  renewRecoveryCodes,
  secondFactorOffMessage,
  startSecondFactorSetup,
} from './second-factor.ts'
import {
  clearSessionCookie,
  deviceName,
  deviceToken,
  requireUser,
  setDeviceCookie,
  setSessionCookie,
} from './sessions.ts'
import { deviceCookie, userResponse } from './sign-in.ts'

export const passwordRoutes = new Hono<App>()

// All work that depends on the address runs after the response, so that response times do not reveal who is registered.
passwordRoutes.post(
  '/reset-password',
  endpoint({
    access: 'anyone',
    body: ResetRequest,
    maxBody: kB,
    response: messageResponse,
    summary: 'Send a reset link if the email is registered',
    example: { email: 'ada@example.com' },
    audit: 'password-reset-requested',
  }),
  (c) => {
    const { email } = c.req.valid('json')
    const [address, device] = [clientAddress(c.req.raw), deviceToken(c)]
    const origin = publicOrigin(c.env, c.req.raw)
    const userIds = sendResetLinks(c.env, { email, address, device, origin })
    noteAudit(c, { userIds })
    c.executionCtx.waitUntil(userIds)
    return c.json({
      message: 'If your email is registered, you will receive a password reset link.',
    })
  },
)

// Called when the link is opened, before the user types a password. Does not consume the token.
passwordRoutes.post(
  '/reset-password/check',
  endpoint({
    access: 'anyone',
    body: ResetLink,
    maxBody: kB,
    status: 204,
    summary: 'Whether a reset link still works; it is not used up',
    example: { token: 'the-43-characters-behind-t-in-the-mail-link' },
    audit: null,
    failures: { 400: 'link-refused' },
    errors: { 400: invalidResetLinkMessage },
  }),
  async (c) => {
    const { token } = c.req.valid('json')
    if (!(await isResetTokenValid(database(c.env.DB), token))) rejectResetLink()
    return c.body(null, 204)
  },
)

passwordRoutes.post(
  '/reset-password/confirm',
  endpoint({
    access: 'anyone',
    body: ResetConfirmation,
    maxBody: 2 * kB,
    response: messageResponse,
    summary: 'Set a new password with the token from a reset link',
    example: { token: 'the-43-characters-behind-t-in-the-mail-link', password: 'correct horse' },
    failures: { 400: 'link-refused' },
    errors: {
      400: `${invalidResetLinkMessage} Or: ${commonPasswordMessage}`,
    },
    audit: 'password-reset',
  }),
  async (c) => {
    const db = database(c.env.DB)
    const { token, password } = c.req.valid('json')
    if (!(await isResetTokenValid(db, token))) rejectResetLink()
    const hash = await hashNewPassword(c, password, 'New password')
    const user = await redeemResetToken(db, { token, password: hash })
    if (!user) return rejectResetLink()
    c.set('changed', { id: user.id, username: user.username })
    clearSessionCookie(c)
    // The link proves access to the mailbox, so failed sign-ins do not block the user.
    setDeviceCookie(c, deviceCookie(c.env, user.id))
    c.executionCtx.waitUntil(sendNotice(c.env, user, passwordChangedEmail(c.env, user)))
    return c.json({ message: 'Your password has been changed. Sign in with the new one.' })
  },
)

function rejectResetLink(): never {
  fail(400, invalidResetLinkMessage, { code: 'reset-link' })
}

passwordRoutes.post(
  '/update-password',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    body: PasswordChange,
    maxBody: 2 * kB,
    response: User,
    summary: 'Change your password',
    example: { currentPassword: 'correct horse', newPassword: 'battery staple' },
    errors: {
      400: `Current password is incorrect, or: ${commonPasswordMessage}`,
      429: tooManyAttemptsMessage,
    },
    audit: 'password-changed',
  }),
  async (c) => {
    const user = requireUser(c)
    const { currentPassword: password, newPassword } = c.req.valid('json')
    const check = await checkOwnPassword(c.env, user, {
      password,
      address: clientAddress(c.req.raw),
    })
    if (check === 'wrong') fail(400, 'Current password is incorrect', { code: 'wrong-password' })
    if (typeof check === 'number') tooManyRequests(check)
    const to = await hashNewPassword(c, newPassword, 'New password')
    const change = { to, device: deviceName(c) }
    const session = await changePassword(database(c.env.DB), user, change)
    if (!session) fail(409, accountChangedMessage)
    setSessionCookie(c, session, user.accessLevel)
    const passkeysAt = `${publicOrigin(c.env, c.req.raw)}/account?tab=security`
    const email = passwordChangedEmail(c.env, user, passkeysAt)
    c.executionCtx.waitUntil(sendNotice(c.env, user, email))
    return c.json({ ...userResponse(c.env, user, user.secondFactor), mustChangePassword: false })
  },
)

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
