/** Email notification preferences. */
import { and, eq, isNull } from 'drizzle-orm'
import type { MailChoice } from '../../schema/account.ts'
import { users } from '../../schema/tables.ts'
import type { Db } from '../platform/database.ts'

/** The preferences; all off for a deleted user. */
export async function findNotificationPreferences(db: Db, userId: number): Promise<MailChoice> {
  const row = await db
    .select({ entries: users.entryMail })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get()
  return row ?? { entries: false }
}

export async function saveNotificationPreferences(
  db: Db,
  userId: number,
  choice: MailChoice,
): Promise<void> {
  await db.update(users).set({ entryMail: choice.entries }).where(eq(users.id, userId))
}
