/** The end of every way to sign in: a session of its own, and what the app is told of who has it. */
import type { Context } from 'hono'
import type { User } from '../../schema/user.ts'
import { database } from '../database.ts'
import type { App, Bindings } from '../env.ts'
import { factorDue } from '../users/second-factor.ts'
import { endSession, type SessionUser, shownUser, startSession } from '../users/sessions.ts'
import { deviceCookie } from '../users/sign-in.ts'
import { deviceName, keepDevice, keepSession, sessionToken } from './session.ts'

/**
 * A session the browser brought along ends here, so that nobody can be handed one that was planted. `opened` is what the
 * cookie holds of a session that was made with its user.
 */
export async function beginSession(c: Context<App>, user: User, opened?: string): Promise<void> {
  const db = database(c.env.DB)
  const former = sessionToken(c)
  if (former) await endSession(db, former)
  const token = opened ?? (await startSession(db, user.id, deviceName(c)))
  keepSession(c, token, user.accessLevel)
  keepDevice(c, deviceCookie(c.env, user.id))
}

/** What the user's own app is told of them. */
export function told(env: Bindings, user: User | SessionUser, secondFactor: boolean): User {
  const shown = 'sessionId' in user ? shownUser(user) : user
  return factorDue(env, { ...user, secondFactor }) ? { ...shown, factorDue: true } : shown
}
