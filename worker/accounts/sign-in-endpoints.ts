/** Sign-in with a password and a code, reauthentication, registration and sign-out. */
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import {
  Reauthentication,
  SecondFactorSignIn,
  SignedIn,
  signInExpiredMessage,
  wrongCodeMessage,
} from '../../schema/accounts/second-factor.ts'
import { users } from '../../schema/accounts/tables.ts'
import { Login, Registration, User } from '../../schema/users/user.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import { accountChangedMessage, kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, requirePermission, tooManyRequests } from '../http/errors.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { sendPrepared } from '../platform/mail.ts'
import { limitRegistrations } from '../platform/rate-limiter.ts'
import { unquoteName } from '../platform/write-email.ts'
import { createUser, isSetUp, userIdSql } from '../users/queries.ts'
import { hashNewPassword, reauthenticate, requireAllowedUsername } from './credentials.ts'
import { insertVerification, newVerification } from './email-verification.ts'
import { verifyCode } from './second-factor-codes.ts'
import {
  clearSessionCookie,
  deviceName,
  deviceToken,
  endSession,
  endSessionStatements,
  newSession,
  renewSession,
  requireUser,
  sessionToken,
  setSessionCookie,
} from './sessions.ts'
import {
  completeSignIn,
  endSignInChallenge,
  findSignInChallenge,
  isOutdated,
  knownDevice,
  signInWithPassword,
  startNewSession,
  startSignInChallenge,
  userResponse,
} from './sign-in.ts'

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
    audit: { kind: 'sign-in', details: { method: 'password' } },
    failures: { 401: 'sign-in-failed' },
    errors: {
      401: `Invalid username or password, or: ${accountChangedMessage}`,
      429: tooManyAttemptsMessage,
    },
  }),
  async (c) => {
    const { password, ...typed } = c.req.valid('json')
    const username = unquoteName(typed.username)
    noteAudit(c, { username })
    const verified = await signInWithPassword(c, { username, password })
    if (verified === 'wrong') fail(401, wrongSignIn)
    if (typeof verified === 'number') tooManyRequests(verified)
    const db = database(c.env.DB)
    const { user, secondFactor } = verified
    // A factor that is turned on meanwhile changes the auth version, and no session is opened.
    if (secondFactor) {
      const token = await startSignInChallenge(db, verified)
      if (!token) fail(401, await signInErrorMessage(c.env, verified))
      noteAudit(c, { kind: 'second-factor-requested', userId: user.id })
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
    audit: { kind: 'sign-in', details: { method: 'password' } },
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
    errors: { 400: `Password is incorrect, or ${wrongCodeMessage}`, 429: tooManyAttemptsMessage },
    audit: { kind: 'reauthentication', details: { method: 'password' } },
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
    audit: 'signed-out',
  }),
  async (c) => {
    const token = sessionToken(c)
    if (token) noteAudit(c, { userId: await endSession(database(c.env.DB), token) })
    clearSessionCookie(c)
    c.header('Clear-Site-Data', '"cache"')
    return c.body(null, 204)
  },
)
