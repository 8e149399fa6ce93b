/** The table of share points. Times are ISO 8601 text in UTC. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { now } from '../columns.ts'
import { type SharePointStyle, sharePointKinds } from './share-point.ts'

/** Places where cards are given out. Once a card is erased, only the code remains, so that it never opens another card. */
export const sharePoints = sqliteTable(
  'share_points',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    cardId: integer('card_id').notNull(),
    /** Part of `/s/{code}`, and printed; never changes. */
    code: text('code').notNull(),
    label: text('label').notNull(),
    kind: text('kind', { enum: sharePointKinds }).notNull(),
    /** `YYYY-MM-DD` or a time; null if open. */
    activeFrom: text('active_from'),
    activeTo: text('active_to'),
    note: text('note'),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull().default(now),
    /** The key of the request that created it, so that a retry does not create another. */
    requestKey: text('request_key'),
    /** Whether the note of contacts saved through it begins with "Met at" and the label. */
    metNote: integer('met_note', { mode: 'boolean' }).notNull().default(false),
    /** The style of its QR code; null for black on white. */
    style: text('style', { mode: 'json' }).$type<SharePointStyle>(),
    /** Whether its page shows the fields of the card with the reach `share-points`. */
    showsHidden: integer('shows_hidden', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('share_points_code').on(table.code),
    uniqueIndex('share_points_request').on(table.requestKey),
    index('share_points_card').on(table.cardId, table.archivedAt),
  ],
)
