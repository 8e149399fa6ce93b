/** The end of every way to sign in: a session of its own, and what the app is told of who has it. */
import type { Context } from 'hono'
import type { User } from '../../schema/user.ts'
import type { SessionUser } from '../env.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { noteSecurityEvent } from '../ops/security-events/kinds.ts'
import { database } from '../platform/database.ts'
import { sendVerification } from '../users/email-verification.ts'
import type { Proven } from './auth-version.ts'
import { factorDue } from './second-factor.ts'
import { deviceName, keepDevice, keepSession, sessionToken } from './session-cookie.ts'
import { endingOf, type Opening, openSession, shownUser } from './sessions.ts'
import { deviceCookie } from './sign-in.ts'

/**
 * False when the account changed since they proved who they are. A session the browser brought along ends with it, so that
 * nobody can be handed one that was planted.
 */
export async function startNewSession(
  c: Context<App>,
  proven: Proven,
  { when, also = [] }: Omit<Opening, 'device'> = {},
): Promise<boolean> {
  const db = database(c.env.DB)
  const former = endingOf(db, sessionToken(c))
  const opening = { device: deviceName(c), when, also: [...also, ...former] }
  const token = await openSession(db, proven, opening)
  if (token === undefined) return false
  setSignInCookies(c, proven.user, token)
  return true
}

/** Gives the browser its session and what makes its device known. */
export function setSignInCookies(c: Context<App>, user: User, token: string): void {
  noteSecurityEvent(c, { userId: user.id })
  keepSession(c, token, user.accessLevel)
  keepDevice(c, deviceCookie(c.env, user.id))
  askToConfirm(c, user)
}

// Whoever made the account: the link comes with the first sign-in, and again with one that finds it expired.
function askToConfirm(c: Context<App>, user: User): void {
  if (user.emailVerified) return
  const origin = publicOrigin(c.env, c.req.raw)
  c.executionCtx.waitUntil(sendVerification(c.env, user, { origin, unlessSent: true }))
}

/** What the user's own app is told of them. */
export function userResponse(env: Bindings, user: User | SessionUser, secondFactor: boolean): User {
  const shown = 'sessionId' in user ? shownUser(user) : user
  return factorDue(env, { ...user, secondFactor }) ? { ...shown, factorDue: true } : shown
}
