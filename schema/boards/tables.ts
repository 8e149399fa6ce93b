/** Tables of boards. Times are ISO 8601 text in UTC. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userIdColumn } from '../accounts/tables.ts'
import { now } from '../columns.ts'

/** Trade shows and meetings, for which share points are counted together; screens and the API call them events. */
export const boards = sqliteTable(
  'occasions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: userIdColumn(),
    name: text('name').notNull(),
    place: text('place'),
    /** First and last day, `YYYY-MM-DD` in `zone`, an IANA time zone. */
    fromDay: text('from_day').notNull(),
    toDay: text('to_day').notNull(),
    zone: text('zone').notNull(),
    /** The same days in milliseconds, rounded to the UTC hours of rollups; `endsAt` is exclusive. */
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull().default(now),
    /** The key of the request that created it, so that a retry does not create another. */
    requestKey: text('request_key'),
    /** The questions that booth mode shows. */
    questions: text('questions', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (table) => [
    index('occasions_user').on(table.userId),
    uniqueIndex('occasions_request').on(table.requestKey),
  ],
)

/** The share points of an event. A share point may belong to several events, for example one after another. */
export const boardPoints = sqliteTable(
  'occasion_points',
  {
    boardId: integer('occasion_id').notNull(),
    sharePointId: integer('share_point_id').notNull(),
    addedAt: text('added_at').notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.boardId, table.sharePointId] }),
    index('occasion_points_point').on(table.sharePointId),
  ],
)
