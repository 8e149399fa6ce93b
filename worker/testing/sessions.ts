/** Sessions for tests that need one of a certain age or device. */
import { eq } from 'drizzle-orm'
import { sessions } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import type { Caller } from '../auth/auth-version.ts'
import { openSession } from '../auth/sessions.ts'
import type { Db } from '../platform/database.ts'
import { userColumns } from '../users/store.ts'

/** Opens a session of the user and returns what its cookie holds. */
export async function startSession(
  db: Db,
  userId: number,
  device: string,
  now = Date.now(),
): Promise<string> {
  const row = await db
    .select({ ...userColumns, authVersion: users.authVersion })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  const token =
    row && (await openSession(db, { user: row, authVersion: row.authVersion }, { device, now }))
  if (!token) throw new Error('There is no such user')
  return token
}

/** Who asks for a change in a session of their own, for statements that are run without a request. */
export async function callerOf(db: Db, userId: number): Promise<Caller> {
  const [id, now] = [crypto.randomUUID(), Date.now()]
  const times = { createdAt: now, lastSeenAt: now, authAt: now }
  await db.insert(sessions).values({ id, userId, secretHash: '', device: 'Test', ...times })
  const [row] = await db
    .select({ authVersion: users.authVersion })
    .from(users)
    .where(eq(users.id, userId))
  return { id: userId, sessionId: id, authVersion: row?.authVersion ?? 0 }
}
