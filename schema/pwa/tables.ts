/** The table of settings of the installed app. Times are ISO 8601 text in UTC. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { now } from '../columns.ts'
import type { PwaSettings } from './pwa.ts'

/** A single row, present after the first save. */
export const pwaSettings = sqliteTable('pwa_settings', {
  id: integer('id').primaryKey(),
  settings: text('settings', { mode: 'json' }).$type<PwaSettings>().notNull(),
  updatedAt: text('updated_at').notNull().default(now),
})
