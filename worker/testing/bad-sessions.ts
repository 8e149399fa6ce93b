/** Invalid session cookies. Only tests import this. */
import { eq } from 'drizzle-orm'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeUser } from './app.ts'
import { startSession } from './sessions.ts'

const invalidSessions: Record<string, (level: number) => Promise<string>> = {
  none: async () => '',
  expired: async (level) => sessionOf(level, Date.now() - 31 * dayMs, Date.now()),
  idle: async (level) => sessionOf(level, Date.now() - 15 * dayMs),
  revoked: async (level) => {
    const { user, token } = await startNewSession(level)
    await db.delete(sessions).where(eq(sessions.userId, user.id))
    return token
  },
  tampered: async (level) => {
    const { token } = await startNewSession(level)
    return `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  },
  'of a deleted user': async (level) => {
    const { user, token } = await startNewSession(level)
    await db.update(users).set({ deletedAt: new Date().toISOString() }).where(eq(users.id, user.id))
    return token
  },
}

/** Creates one cookie of each kind, for users of that level. */
export async function makeInvalidCookies(level: number) {
  const cookies: Record<string, string> = {}
  for (const [kind, make] of Object.entries(invalidSessions))
    cookies[kind] = `sid=${await make(level)}`
  return cookies
}

async function startNewSession(level: number) {
  const user = await makeUser({ accessLevel: level })
  return { user, token: await startSession(db, user.id, 'Unknown') }
}

async function sessionOf(level: number, startedAt: number, lastSeenAt = startedAt) {
  const { user, token } = await startNewSession(level)
  await db
    .update(sessions)
    .set({ createdAt: startedAt, lastSeenAt })
    .where(eq(sessions.userId, user.id))
  return token
}
