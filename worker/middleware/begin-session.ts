/** The end of every way to sign in: a session of its own, and what the app is told of who has it. */
import type { Context } from 'hono'
import type { User } from '../../schema/user.ts'
import { database } from '../database.ts'
import type { App, Bindings } from '../env.ts'
import { factorDue } from '../users/second-factor.ts'
import { endingOf, type SessionUser, shownUser, startSession } from '../users/sessions.ts'
import { deviceCookie } from '../users/sign-in.ts'
import { noteEvent } from './security-events.ts'
import { deviceName, keepDevice, keepSession, sessionToken } from './session.ts'

/**
 * A session the browser brought along ends with it, so that nobody can be handed one that was planted. `opened` is what
 * the cookie holds of a session that was made with its user, in whose batch the former one ended.
 */
export async function beginSession(c: Context<App>, user: User, opened?: string): Promise<void> {
  const db = database(c.env.DB)
  const former = endingOf(db, sessionToken(c))
  const token = opened ?? (await startSession(db, user.id, deviceName(c), Date.now(), former))
  noteEvent(c, { userId: user.id })
  keepSession(c, token, user.accessLevel)
  keepDevice(c, deviceCookie(c.env, user.id))
}

/** What the user's own app is told of them. */
export function told(env: Bindings, user: User | SessionUser, secondFactor: boolean): User {
  const shown = 'sessionId' in user ? shownUser(user) : user
  return factorDue(env, { ...user, secondFactor }) ? { ...shown, factorDue: true } : shown
}
