/** Email notification preferences, and the time zone of reminders. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { MailChoice } from '../../schema/accounts/account.ts'
import { users } from '../../schema/accounts/tables.ts'
import { TimeZone } from '../../schema/analytics/figures.ts'
import { atLeastOneChange } from '../../schema/text.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'

/** Missing properties stay as they are. `timeZone` decides when it is morning, which is when digests are sent. */
export const MailChange = z
  .partial(z.strictObject({ ...MailChoice.shape, timeZone: TimeZone }))
  .check(atLeastOneChange)

/** The preferences; all off for a deleted user. */
export async function findNotificationPreferences(db: Db, userId: number): Promise<MailChoice> {
  const row = await db
    .select({ entries: users.entryMail, followUps: users.followUpMail, weekly: users.weeklyMail })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get()
  return row ?? { entries: false, followUps: false, weekly: false }
}

export async function saveNotificationPreferences(
  db: Db,
  userId: number,
  { entries, followUps, weekly }: Partial<MailChoice>,
): Promise<void> {
  await repeatable(() =>
    db
      .update(users)
      .set({ entryMail: entries, followUpMail: followUps, weeklyMail: weekly })
      .where(eq(users.id, userId)),
  )
}

/** Saves the time zone that decides when it is morning for the user. */
export async function saveTimeZone(db: Db, userId: number, timeZone: string): Promise<void> {
  await repeatable(() =>
    db
      .update(users)
      .set({ timeZone })
      .where(and(eq(users.id, userId), sql`${users.timeZone} is not ${timeZone}`)),
  )
}
