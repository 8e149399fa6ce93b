/** The table of links that share an analytics report. */
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
    /** The event whose board it shows instead of a report. `cardId` is then 0, so that earlier releases show nothing. */
    boardId: integer('occasion_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The code of the only share point it shows, one of the card's; null for all. */
    sharePoint: text('share_point'),
  },
  (table) => [
    uniqueIndex('analytics_shares_hash').on(table.hash),
    index('analytics_shares_user').on(table.userId),
  ],
)
