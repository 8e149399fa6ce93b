/** Sessions of a given age or device. Only tests and `trust/` import this. */
import { eq } from 'drizzle-orm'
import { sessions, users } from '../../schema/accounts/tables.ts'
import type { Caller } from '../accounts/auth-version.ts'
import { openSession } from '../accounts/sessions.ts'
import type { Db } from '../platform/database.ts'
import { userColumns } from '../users/queries.ts'

/** Opens a session of the user and returns the cookie value. */
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

/** Returns a caller with a new session, for statements that run without a request. */
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
