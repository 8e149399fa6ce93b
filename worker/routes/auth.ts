/** Sign-in, sign-out, registration, password change and reset, and reauthentication. */
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import {
  Reauthentication,
  SecondFactorSignIn,
  SignedIn,
  signInExpiredMessage,
  wrongCodeMessage,
} from '../../schema/second-factor.ts'
import { users } from '../../schema/tables.ts'
import {
  commonPasswordMessage,
  invalidResetLinkMessage,
  Login,
  PasswordChange,
  Registration,
  ResetConfirmation,
  ResetLink,
  ResetRequest,
  User,
} from '../../schema/user.ts'
import { hashNewPassword, requireAllowedUsername } from '../auth/new-credentials.ts'
import { isResetTokenValid, redeemResetToken, sendResetLinks } from '../auth/password-reset.ts'
import { reauthenticate, verifyCode } from '../auth/reauthenticate.ts'
import {
  clearSessionCookie,
  deviceName,
  deviceToken,
  requireUser,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../auth/session-cookie.ts'
import { endSession, endSessionStatements, newSession, renewSession } from '../auth/sessions.ts'
import {
  checkOwnPassword,
  deviceCookie,
  endSignInChallenge,
  findSignInChallenge,
  isOutdated,
  knownDevice,
  signInWithPassword,
  startSignInChallenge,
} from '../auth/sign-in.ts'
import { completeSignIn, startNewSession, userResponse } from '../auth/start-session.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import {
  accountChangedMessage,
  kB,
  messageResponse,
  tooManyAttemptsMessage,
} from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, requirePermission, tooManyRequests } from '../http/errors.ts'
import { noteSecurityEvent } from '../ops/security-events/kinds.ts'
import { clientAddress } from '../platform/client-network.ts'
import { database } from '../platform/database.ts'
import { unquoteName } from '../platform/email-text.ts'
import { sendPrepared } from '../platform/mail.ts'
import { limitRegistrations } from '../platform/rate-limiter.ts'
import { changePassword } from '../users/edit.ts'
import { insertVerification, newVerification, sendNotice } from '../users/email-verification.ts'
import { passwordChangedEmail } from '../users/emails.ts'
import { createUser, isSetUp, userIdSql } from '../users/user-queries.ts'

export const authRoutes = new Hono<App>()

const retryInAMinute = { headers: { 'Retry-After': '60' } }
const wrongSignIn = 'Invalid username or password'

authRoutes.get(
  '/user',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    response: User,
    summary: 'The signed-in user',
  }),
  (c) => {
    const user = requireUser(c)
    return c.json(userResponse(c.env, user, user.secondFactor))
  },
)

authRoutes.post(
  '/login',
  endpoint({
    access: 'anyone',
    body: Login,
    maxBody: 2 * kB,
    response: SignedIn,
    summary:
      'Sign in by username or email address; with two-step verification on, the response asks for a code',
    example: { username: 'ada', password: 'correct horse' },
    security: 'sign-in',
    failures: { 401: 'sign-in-failed' },
    errors: {
      401: `Invalid username or password, or: ${accountChangedMessage}`,
      429: tooManyAttemptsMessage,
    },
  }),
  async (c) => {
    const { username, password } = c.req.valid('json')
    const device = deviceToken(c)
    const attempt = {
      username: unquoteName(username),
      password,
      address: clientAddress(c.req.raw),
      device,
    }
    noteSecurityEvent(c, { username: attempt.username })
    const verified = await signInWithPassword(c.env, attempt)
    if (verified === 'wrong') fail(401, wrongSignIn)
    if (typeof verified === 'number') tooManyRequests(verified)
    const db = database(c.env.DB)
    const { user, secondFactor } = verified
    // A factor that is turned on meanwhile changes the auth version, and no session is opened.
    if (secondFactor) {
      const token = await startSignInChallenge(db, verified)
      if (!token) fail(401, await signInErrorMessage(c.env, verified))
      noteSecurityEvent(c, { kind: 'second-factor-requested', userId: user.id })
      return c.json({ codeNeeded: true, token })
    }
    if (!(await startNewSession(c, verified))) fail(401, await signInErrorMessage(c.env, verified))
    return c.json(userResponse(c.env, user, false))
  },
)

authRoutes.post(
  '/login/code',
  endpoint({
    access: 'anyone',
    rule: 'with the token returned for the correct password',
    body: SecondFactorSignIn,
    maxBody: kB,
    response: User,
    summary: 'Finish signing in with an authenticator code or a recovery code',
    example: { token: 'the-43-characters-that-the-password-was-met', code: '123456' },
    security: 'sign-in',
    failures: { 401: 'sign-in-failed' },
    errors: { 400: wrongCodeMessage, 401: signInExpiredMessage, 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const { token, code } = c.req.valid('json')
    const db = database(c.env.DB)
    const verified = await findSignInChallenge(db, token)
    if (!verified) return fail(401, signInExpiredMessage)
    const { user } = verified
    const attemptKey = knownDevice(c.env, deviceToken(c), user.id) ?? `account ${user.id}`
    const attempt = { id: user.id, code, limitKey: attemptKey, address: clientAddress(c.req.raw) }
    await verifyCode(c, user, attempt)
    const { open, close } = endSignInChallenge(db, token)
    if (!(await startNewSession(c, verified, { when: open, also: [close] })))
      fail(401, signInExpiredMessage)
    return c.json(user)
  },
)

// The account changed after the password was verified. If the password itself changed, answer as for a wrong one.
async function signInErrorMessage(
  env: Bindings,
  proven: Parameters<typeof isOutdated>[1],
): Promise<string> {
  return (await isOutdated(env, proven)) ? wrongSignIn : accountChangedMessage
}

authRoutes.post(
  '/reauthenticate',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    body: Reauthentication,
    maxBody: 2 * kB,
    status: 204,
    summary: 'Reauthenticate for calls that require it, for the next ten minutes',
    example: { password: 'correct horse', code: '123456' },
    security: 'reauthentication',
    errors: { 400: `Password is incorrect, or ${wrongCodeMessage}`, 429: tooManyAttemptsMessage },
    audit: 'reauthentication',
  }),
  async (c) => {
    const user = requireUser(c)
    await reauthenticate(c, c.req.valid('json'))
    const session = await renewSession(database(c.env.DB), user, deviceName(c))
    if (!session) fail(409, accountChangedMessage)
    setSessionCookie(c, session, user.accessLevel)
    return c.body(null, 204)
  },
)

authRoutes.post(
  '/register',
  endpoint({
    access: 'anyone',
    rule: 'while registration is open',
    body: Registration,
    maxBody: 4 * kB,
    response: User,
    status: 201,
    summary: 'Create a level 1 account and its first card',
    example: {
      username: 'ada',
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'correct horse',
      phone: '+44 20 7946 0000',
    },
    security: 'user-created',
    errors: {
      403: 'Registration is closed.',
      409: 'Username or slug already exists',
      429: tooManyAttemptsMessage,
    },
    audit: 'registered',
  }),
  async (c) => {
    requirePermission(c.env.REGISTRATION !== 'closed', 'Registration is closed.')
    const db = database(c.env.DB)
    if (!(await isSetUp(db))) fail(503, 'This service is not set up yet.', retryInAMinute)
    const wait = await limitRegistrations(c.env, clientAddress(c.req.raw))
    if (wait > 0) tooManyRequests(wait)
    const form = c.req.valid('json')
    requireAllowedUsername(form.username)
    const password = await hashNewPassword(c, form.password)
    // The session is created in the same transaction: without one, a retry would find the username taken.
    const first = newSession(db, { userId: userIdSql(form.username) }, deviceName(c))
    const { email, username, language = null } = form
    const origin = publicOrigin(c.env, c.req.raw)
    const verification = await newVerification(c.env, { email, mailLanguage: language }, { origin })
    const alsoStored = [
      first.statement,
      ...endSessionStatements(db, sessionToken(c)),
      ...insertVerification(db, verification, sql`${users.id} = ${userIdSql(username)}`),
    ]
    const user = await createUser(db, { ...form, password, accessLevel: 1 }, alsoStored)
    if (user === 'username taken') fail(409, 'Username already exists', { code: 'username' })
    if (typeof user === 'string') fail(409, 'Slug already exists', { code: 'slug' })
    c.set('changed', { id: user.id, username: user.username })
    c.executionCtx.waitUntil(sendPrepared(c.env, verification.mail))
    completeSignIn(c, user, first.token)
    return c.json(user, 201)
  },
)

authRoutes.post(
  '/logout',
  endpoint({
    access: 'anyone',
    status: 204,
    summary: 'Sign out',
    security: 'signed-out',
  }),
  async (c) => {
    const token = sessionToken(c)
    if (token) noteSecurityEvent(c, { userId: await endSession(database(c.env.DB), token) })
    clearSessionCookie(c)
    c.header('Clear-Site-Data', '"cache"')
    return c.body(null, 204)
  },
)

// All work that depends on the address runs after the response, so that its time does not reveal who is registered.
authRoutes.post(
  '/reset-password',
  endpoint({
    access: 'anyone',
    body: ResetRequest,
    maxBody: kB,
    response: messageResponse,
    summary: 'Send a reset link if the email is registered',
    example: { email: 'ada@example.com' },
    security: 'password-reset-requested',
  }),
  (c) => {
    const { email } = c.req.valid('json')
    const [address, device] = [clientAddress(c.req.raw), deviceToken(c)]
    const origin = publicOrigin(c.env, c.req.raw)
    const userIds = sendResetLinks(c.env, { email, address, device, origin })
    noteSecurityEvent(c, { userIds })
    c.executionCtx.waitUntil(userIds)
    return c.json({
      message: 'If your email is registered, you will receive a password reset link.',
    })
  },
)

// Called when the link is opened, before the user types a password. Does not consume the token.
authRoutes.post(
  '/reset-password/check',
  endpoint({
    access: 'anyone',
    body: ResetLink,
    maxBody: kB,
    status: 204,
    summary: 'Whether a reset link still works; it is not used up',
    example: { token: 'the-43-characters-behind-t-in-the-mail-link' },
    security: null,
    failures: { 400: 'link-refused' },
    errors: { 400: invalidResetLinkMessage },
  }),
  async (c) => {
    const { token } = c.req.valid('json')
    if (!(await isResetTokenValid(database(c.env.DB), token))) rejectResetLink()
    return c.body(null, 204)
  },
)

authRoutes.post(
  '/reset-password/confirm',
  endpoint({
    access: 'anyone',
    body: ResetConfirmation,
    maxBody: 2 * kB,
    response: messageResponse,
    summary: 'Set a new password with the token from a reset link',
    example: { token: 'the-43-characters-behind-t-in-the-mail-link', password: 'correct horse' },
    security: 'password-reset',
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

authRoutes.post(
  '/update-password',
  endpoint({
    access: 1,
    allowedBeforeSecondFactor: true,
    body: PasswordChange,
    maxBody: 2 * kB,
    response: User,
    summary: 'Change your password',
    example: { currentPassword: 'correct horse', newPassword: 'battery staple' },
    security: 'password-changed',
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
