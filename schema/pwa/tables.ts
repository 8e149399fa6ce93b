/** Tables of pwa. Timestamps are ISO 8601 text in UTC. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { now } from '../columns.ts'
import type { PwaSettings } from './pwa.ts'

/** Settings of the installed app: a single row, present after the first save. */
export const pwaSettings = sqliteTable('pwa_settings', {
  id: integer('id').primaryKey(),
  settings: text('settings', { mode: 'json' }).$type<PwaSettings>().notNull(),
  updatedAt: text('updated_at').notNull().default(now),
})
