/** Changes the own password: signed in, or by the link in an email. */
import { Hono } from 'hono'
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
import { sendNotice } from './email-verification.ts'
import { passwordChangedEmail } from './emails.ts'
import { hashNewPassword } from './new-credentials.ts'
import { isResetTokenValid, redeemResetToken, sendResetLinks } from './password-reset.ts'
import { checkOwnPassword } from './reauthenticate.ts'
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

// All work that depends on the address runs after the response, so that its time does not reveal who is registered.
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
