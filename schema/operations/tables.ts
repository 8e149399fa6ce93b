/**
 * Tables that the service needs to run: rate limits, purges, cron jobs, email, alerts and the audit log. Times are Unix
 * milliseconds unless stated.
 */
import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { lastCallColumn, now } from '../columns.ts'

/** Exact rate limit counters, one row per key. Each counts within a window that starts at `since` (seconds). */
export const rateLimits = sqliteTable('throttle', {
  key: text('key').primaryKey(),
  since: integer('since').notNull(),
  count: integer('count').notNull(),
  lastCall: lastCallColumn(),
})

/** Cache tags of changed pages, inserted by triggers in the transaction of the change. */
export const purgeOutbox = sqliteTable('purge_outbox', {
  tag: text('tag').primaryKey(),
  /** The number of changes, so that a purge that began before the latest change does not complete it. */
  version: integer('version').notNull().default(1),
  /** When the oldest change without a later purge was made. */
  changedAt: integer('changed_at').notNull(),
  dueAt: integer('due_at').notNull(),
  /** Purges since the last change; the row is done after two. */
  passes: integer('passes').notNull().default(0),
})

/** The token bucket of purge calls, a single row: the tokens left at `at`, and who took the last one. */
export const purgeBudget = sqliteTable('purge_budget', {
  id: integer('id').primaryKey(),
  tokens: real('tokens').notNull(),
  at: integer('at').notNull(),
  holder: text('holder').notNull(),
})

/**
 * One row per cron job. `done` is the last completed period, counted from the epoch. Until `leaseUntil`, no other process may
 * run the job.
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
  /** Where the next step continues, in JSON; null if it begins anew. Only the job reads it. */
  checkpoint: text('checkpoint'),
})

/**
 * Outgoing emails, inserted before the first attempt and deleted once one succeeds. An email that is rejected, or not accepted
 * in time, stays as a dead letter.
 */
export const mailOutbox = sqliteTable('mail_outbox', {
  id: text('id').primaryKey(),
  /** The email, encrypted because it may contain a sign-in link. Empty in a dead letter. */
  letter: text('letter').notNull(),
  madeAt: integer('made_at').notNull(),
  dueAt: integer('due_at').notNull(),
  /** Attempts, without those that met a quota. */
  tries: integer('tries').notNull().default(0),
  /** A `MailPurpose`. */
  purpose: text('purpose').notNull().default('account'),
  /** When it became a dead letter, which is not retried. */
  deadAt: integer('dead_at'),
  /** Why the last attempt failed, without names or addresses. */
  reason: text('reason'),
})

/** What is known of the email provider's daily quota, a single row. */
export const mailQuota = sqliteTable('mail_quota', {
  id: integer('id').primaryKey(),
  /** Emails accepted in the day that began at `since`. */
  accepted: integer('accepted').notNull(),
  since: integer('since').notNull(),
  /** The most emails accepted in a day that ended with a refusal. */
  learned: integer('learned'),
  /** When the provider last refused an email because of a quota. */
  refusedAt: integer('refused_at').notNull().default(0),
  /** When an email is tried again after a refusal; 0 once one is accepted. */
  pausedUntil: integer('paused_until').notNull().default(0),
})

/** Alerts that are active, or were until recently (`worker/operations/alerts.ts`). */
export const alertStates = sqliteTable('alert_states', {
  title: text('title').primaryKey(),
  /** Since when it is active. */
  since: integer('since').notNull(),
  /** When it was sent; null during the first five minutes. */
  sentAt: integer('sent_at'),
  /** Since when it is over; null while it is active. */
  clearSince: integer('clear_since'),
})

/**
 * The audit log: changes, kept for 24 months, and sign-ins, refusals and exports, kept for 90 days. Each success has its own
 * row; similar refusals within a minute share a row that counts them. `at` is ISO 8601.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: text('at').notNull().default(now),
    /** Null if the caller was not signed in. */
    actorId: integer('actor_id'),
    /** The username at that time, kept after the account is deleted; only for changes. */
    actor: text('actor'),
    /** An `AuditKind`. */
    action: text('action').notNull(),
    /** The record concerned, such as `user 12`; empty if there is none. */
    target: text('target').notNull(),
    /** What changed, as reported by the route; never a secret. The export of security events includes only `EventDetails`. */
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /**
     * Random for a success; for refusals the minute and a hash of what they have in common. Null in rows older than this
     * column.
     */
    key: text('key'),
    /** The user that a security event concerns. */
    userId: integer('user_id'),
    /** Where the call came from; never an IP address. The columns of the origin are cleared after 90 days. */
    country: text('country'),
    asn: integer('asn'),
    asOrganization: text('as_organization'),
    /** A keyed hash of the IPv4 /24 or IPv6 /48. */
    network: text('network'),
    device: text('device'),
    requestId: text('request_id'),
    route: text('route'),
    status: integer('status'),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    uniqueIndex('audit_log_key').on(table.key),
    index('audit_log_at').on(table.at),
    index('audit_log_actor_at').on(table.actorId, table.at, table.id),
    index('audit_log_user_at').on(table.userId, table.at, table.id).where(sql`user_id is not null`),
    index('audit_log_target_at').on(table.target, table.at, table.id),
    index('audit_log_action_at').on(table.action, table.at),
    index('audit_log_origin').on(table.at).where(sql`device is not null`),
  ],
)
