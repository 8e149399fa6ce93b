/** The last step of every sign-in: opens a session and sets its cookies. */
import type { Context } from 'hono'
import type { User } from '../../schema/user.ts'
import type { SessionUser } from '../env.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { noteSecurityEvent } from '../operations/security-events/kinds.ts'
import { database } from '../platform/database.ts'
import type { VerifiedUser } from './auth-version.ts'
import { browserLanguage, storeBrowserLanguage } from './browser-language.ts'
import { sendVerification } from './email-verification.ts'
import { mustSetUpSecondFactor } from './second-factor.ts'
import { deviceName, sessionToken, setDeviceCookie, setSessionCookie } from './session-cookie.ts'
import { endSessionStatements, type Opening, openSession, publicUser } from './sessions.ts'
import { deviceCookie } from './sign-in.ts'

/**
 * Opens a session; false if the account changed since the user authenticated. Ends the session the browser sent, which
 * prevents session fixation.
 */
export async function startNewSession(
  c: Context<App>,
  verified: VerifiedUser,
  { when, also = [] }: Omit<Opening, 'device'> = {},
): Promise<boolean> {
  const db = database(c.env.DB)
  const { user } = verified
  const language = browserLanguage(c.req.raw)
  const stored = [...also, ...storeBrowserLanguage(db, user.id, language)]
  const former = endSessionStatements(db, sessionToken(c))
  const opening = { device: deviceName(c), when, also: [...stored, ...former] }
  const token = await openSession(db, verified, opening)
  if (token === undefined) return false
  const mailLanguage = user.language ?? language ?? user.mailLanguage
  completeSignIn(c, { ...user, mailLanguage }, token)
  return true
}

/** Sets the cookies of a new session, records the sign-in, and sends a verification link if the email is unverified. */
export function completeSignIn(c: Context<App>, user: User, token: string): void {
  // With `userIds` the event is written after the response.
  noteSecurityEvent(c, { userId: user.id, userIds: Promise.resolve([user.id]) })
  setSessionCookie(c, token, user.accessLevel)
  setDeviceCookie(c, deviceCookie(c.env, user.id))
  sendVerificationLink(c, user)
}

// For accounts created by anyone: the first sign-in sends a verification link, and a later one does if the link has
// expired.
function sendVerificationLink(c: Context<App>, user: User): void {
  if (user.emailVerified) return
  const origin = publicOrigin(c.env, c.req.raw)
  c.executionCtx.waitUntil(sendVerification(c.env, user, { origin, unlessSent: true }))
}

/** The user as returned to their own app. */
export function userResponse(env: Bindings, user: User | SessionUser, secondFactor: boolean): User {
  const visible = 'sessionId' in user ? publicUser(user) : user
  return mustSetUpSecondFactor(env, { ...user, secondFactor })
    ? { ...visible, factorDue: true }
    : visible
}
