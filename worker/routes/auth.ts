/** Signing in and out, registering, and passwords. */
import { type Context, Hono } from 'hono'
import { Login, type User } from '../../schema/user.ts'
import { body } from '../body.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { fail } from '../http.ts'
import {
  deviceToken,
  forgetSession,
  keepDevice,
  keepSession,
  sessionToken,
  signedIn,
} from '../middleware/session.ts'
import { endSession, startSession } from '../users/sessions.ts'
import { deviceCookie, signInWithPassword } from '../users/sign-in.ts'
import { addressOf } from '../users/throttle.ts'

export const authRoutes = new Hono<App>()

authRoutes.get('/user', (c) => {
  const { sessionId: _, ...user } = signedIn(c)
  return c.json(user)
})

authRoutes.post('/login', body(Login), async (c) => {
  const address = addressOf(c.req.raw)
  const attempt = { ...c.req.valid('json'), address, device: deviceToken(c) }
  const user = await signInWithPassword(c.env, attempt)
  if (user === 'wrong') fail(401, 'Invalid username or password')
  if (typeof user === 'number') tooMany(user)
  await begin(c, user)
  return c.json(user)
})

authRoutes.post('/logout', async (c) => {
  const token = sessionToken(c)
  if (token) await endSession(database(c.env.DB), token)
  forgetSession(c)
  c.header('Clear-Site-Data', '"cache"')
  return c.body(null, 204)
})

// A session the browser brought along ends here, so that nobody can be handed a session that was planted.
async function begin(c: Context<App>, user: User): Promise<void> {
  const db = database(c.env.DB)
  const former = sessionToken(c)
  if (former) await endSession(db, former)
  keepSession(c, await startSession(db, user.id, deviceName(c)), user.accessLevel)
  keepDevice(c, deviceCookie(c.env, user.id))
}

function deviceName(_c: Context<App>): string {
  return 'Unknown'
}

function tooMany(seconds: number): never {
  const minutes = Math.ceil(seconds / 60)
  fail(
    429,
    `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )
}
