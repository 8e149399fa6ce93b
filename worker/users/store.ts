/** Users in the database: the only module that selects the password column. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../../schema/tables.ts'
import type { User } from '../../schema/user.ts'
import type { Db } from '../database.ts'

/** All a caller may see of a user: never the password. */
export const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  phone: users.phone,
  fullName: users.fullName,
  accessLevel: users.accessLevel,
  createdAt: users.createdAt,
  mustChangePassword: users.mustChangePassword,
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()
}

/** The user of that name in any case, with the stored hash beside. */
export async function findUserToSignIn(db: Db, username: string) {
  const row = await db
    .select({ ...userColumns, stored: users.password })
    .from(users)
    .where(and(sql`${users.username} = ${username} collate nocase`, isNull(users.deletedAt)))
    .get()
  if (!row) return undefined
  const { stored, ...user } = row
  return { user, stored }
}

/** Replaces a stored hash with a better one of the same password, unless the password changed meanwhile. */
export async function rehash(db: Db, id: number, from: string, to: string): Promise<void> {
  await db
    .update(users)
    .set({ password: to })
    .where(and(eq(users.id, id), eq(users.password, from)))
}
