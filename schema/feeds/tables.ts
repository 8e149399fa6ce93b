/** The table of feeds. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userIdColumn } from '../accounts/tables.ts'
import type { FeedKind } from './feed.ts'

/** Feeds. `hash` is the SHA-256 of the secret, `hint` its first characters. Times in milliseconds. */
export const feeds = sqliteTable(
  'feeds',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    kind: text('kind').$type<FeedKind>().notNull(),
    /** Null for all cards of the user. */
    cardId: integer('card_id'),
    createdAt: integer('created_at').notNull(),
    /** Null if it does not expire. */
    expiresAt: integer('expires_at'),
    lastReadAt: integer('last_read_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [uniqueIndex('feeds_hash').on(table.hash), index('feeds_user').on(table.userId)],
)
