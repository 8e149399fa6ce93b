/** Sessions for tests that need one of a certain age or device. */
import { eq } from 'drizzle-orm'
import { users } from '../../schema/tables.ts'
import type { Db } from '../database.ts'
import { openSession } from '../users/sessions.ts'
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
