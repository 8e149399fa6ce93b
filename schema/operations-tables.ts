/** Operational tables of the app database `DB`: cron jobs, email, alerts. Times are milliseconds. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * One row per cron job. `done` is the last completed period, counted from the epoch; until `leaseUntil` no other
 * process runs the job.
 */
export const cronJobs = sqliteTable('cron_jobs', {
  job: text('job').primaryKey(),
  done: integer('done').notNull().default(-1),
  startedAt: integer('started_at').notNull(),
  doneAt: integer('done_at'),
  failedAt: integer('failed_at'),
  /** Failures since the last success. */
  failures: integer('failures').notNull().default(0),
  leaseUntil: integer('lease_until').notNull(),
  /** Where the next step continues, in JSON; null if the job begins. Only the job reads it. */
  checkpoint: text('checkpoint'),
})

/**
 * Outgoing emails: inserted before the first attempt, deleted once one is accepted. An email that is rejected, or not
 * accepted within a day, stays as a dead letter.
 */
export const mailOutbox = sqliteTable('mail_outbox', {
  id: text('id').primaryKey(),
  /** The email, encrypted, as it may contain a sign-in link. Empty in a dead letter. */
  letter: text('letter').notNull(),
  madeAt: integer('made_at').notNull(),
  dueAt: integer('due_at').notNull(),
  tries: integer('tries').notNull().default(0),
  /** When it became a dead letter, which is not retried. */
  deadAt: integer('dead_at'),
  /** Why the last attempt failed, without names or addresses. */
  reason: text('reason'),
})

/** Alerts that are crossed, or were until lately: `worker/operations/check-alerts.ts`. */
export const alertStates = sqliteTable('alert_states', {
  title: text('title').primaryKey(),
  /** Since when it is crossed. */
  since: integer('since').notNull(),
  /** When it was sent; null during the first five minutes. */
  sentAt: integer('sent_at'),
  /** Since when it is over; null while it is crossed. */
  clearSince: integer('clear_since'),
})
