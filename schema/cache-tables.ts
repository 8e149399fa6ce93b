/** Tables of the app database `DB` for the edge cache: what is still to be purged, and how many calls that may take. */
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tags of pages that have changed, put here by triggers in the transaction of the change. Times are milliseconds. */
export const purgeOutbox = sqliteTable('purge_outbox', {
  tag: text('tag').primaryKey(),
  /** Counts the changes, so that a purge that began before the last one does not settle it. */
  version: integer('version').notNull().default(1),
  /** When the oldest change happened that no purge has followed. */
  changedAt: integer('changed_at').notNull(),
  dueAt: integer('due_at').notNull(),
  /** Purges that followed the last change: the second is the last. */
  passes: integer('passes').notNull().default(0),
})

/** One row: the calls the platform would still take, as of a time, and who took the last one. */
export const purgeBudget = sqliteTable('purge_budget', {
  id: integer('id').primaryKey(),
  tokens: real('tokens').notNull(),
  at: integer('at').notNull(),
  holder: text('holder').notNull(),
})
