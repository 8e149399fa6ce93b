/** Tables of analytics. Timestamps are ISO 8601 text in UTC. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userIdColumn } from '../accounts/tables.ts'
import { timeframes } from './figures.ts'

/** Share links of analytics reports; only the SHA-256 of a link's token is stored. Times in milliseconds. */
export const analyticsShares = sqliteTable(
  'analytics_shares',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    userId: userIdColumn(),
    timeframe: text('timeframe', { enum: timeframes }).notNull(),
    /** The only card it shows; null for all cards of its creator. */
    cardId: integer('card_id'),
    /** The event whose board it shows instead. Then `cardId` is 0, for which earlier releases show nothing. */
    boardId: integer('occasion_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The code of the only share point it shows, which is one of the card's; null for all. */
    sharePoint: text('share_point'),
  },
  (table) => [
    uniqueIndex('analytics_shares_hash').on(table.hash),
    index('analytics_shares_user').on(table.userId),
  ],
)
