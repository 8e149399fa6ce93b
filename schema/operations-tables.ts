/** Tables of the app database `DB` about its own running. Times are milliseconds. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * One row per job of the cron. `done` is the last turn that is finished, a number that grows with the clock by how often
 * the job is due; nobody else works on the job until `leaseUntil`.
 */
export const cronJobs = sqliteTable('cron_jobs', {
  job: text('job').primaryKey(),
  done: integer('done').notNull().default(-1),
  startedAt: integer('started_at').notNull(),
  doneAt: integer('done_at'),
  failedAt: integer('failed_at'),
  /** Since it last succeeded. */
  failures: integer('failures').notNull().default(0),
  leaseUntil: integer('lease_until').notNull(),
})

/** Letters on their way: put here before the first try, and gone once one was taken. One that is refused, or not taken within a day, stays as a dead letter. */
export const mailOutbox = sqliteTable('mail_outbox', {
  id: text('id').primaryKey(),
  /** The whole letter, sealed: it may hold a link that opens an account. Empty in a dead letter. */
  letter: text('letter').notNull(),
  madeAt: integer('made_at').notNull(),
  dueAt: integer('due_at').notNull(),
  tries: integer('tries').notNull().default(0),
  /** When it became a dead letter: nothing tries it again. */
  deadAt: integer('dead_at'),
  /** Why the last try failed, without names or addresses. */
  reason: text('reason'),
})
