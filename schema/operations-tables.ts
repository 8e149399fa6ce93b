/** Tables of the app database `DB` about its own running. Times are milliseconds. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { outcomes, SecurityDetails } from './security-event.ts'

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

/**
 * The log of security events, kept for 90 days: never an address, an email, a secret or what somebody typed. A success has
 * a row of its own; refusals that are alike share one per minute, which counts them. `at` is ISO 8601.
 */
export const securityEvents = sqliteTable(
  'security_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Random for a success; for refusals their minute and a hash of what they have in common. */
    key: text('key').notNull(),
    at: text('at').notNull(),
    kind: text('kind').notNull(),
    outcome: text('outcome').$type<(typeof outcomes)[number]>().notNull(),
    /** Whom it concerns, and who did it; null when unknown. */
    userId: integer('user_id'),
    actorId: integer('actor_id'),
    country: text('country'),
    asn: integer('asn'),
    asOrganization: text('as_organization'),
    /** A keyed hash of the IPv4 /24 or IPv6 /48. */
    network: text('network'),
    device: text('device').notNull(),
    requestId: text('request_id').notNull(),
    route: text('route').notNull(),
    status: integer('status').notNull(),
    details: text('details', { mode: 'json' }).$type<SecurityDetails>().notNull(),
    count: integer('count').notNull().default(1),
  },
  (table) => [
    uniqueIndex('security_events_key').on(table.key),
    index('security_events_at').on(table.at),
    index('security_events_user').on(table.userId),
    index('security_events_actor').on(table.actorId),
    index('security_events_kind').on(table.kind),
  ],
)
