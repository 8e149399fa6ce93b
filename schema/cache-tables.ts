/** Tables of the app database `DB` for the edge cache: the purge outbox and the budget of purge calls. */
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Cache tags of changed pages, inserted by triggers in the transaction of the change. Times are milliseconds. */
export const purgeOutbox = sqliteTable('purge_outbox', {
  tag: text('tag').primaryKey(),
  /** Counts the changes, so that a purge started before the latest change does not complete it. */
  version: integer('version').notNull().default(1),
  /** The time of the oldest change not yet followed by a purge. */
  changedAt: integer('changed_at').notNull(),
  dueAt: integer('due_at').notNull(),
  /** Purges since the last change; the row is done after two. */
  passes: integer('passes').notNull().default(0),
})

/** A single row, the token bucket of purge calls: the tokens left at `at`, and the last taker. */
export const purgeBudget = sqliteTable('purge_budget', {
  id: integer('id').primaryKey(),
  tokens: real('tokens').notNull(),
  at: integer('at').notNull(),
  holder: text('holder').notNull(),
})
