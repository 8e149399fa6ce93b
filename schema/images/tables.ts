/** The table of uploaded images. Times are ISO 8601 text in UTC. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { now } from '../columns.ts'

/** Images uploaded for a card, by the hash in their URL. A cron job deletes those that no card shows anymore. */
export const uploads = sqliteTable(
  'uploads',
  {
    cardId: integer('card_id').notNull(),
    hash: text('hash').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: text('created_at').notNull().default(now),
    /** Since when the cleanup has found it unused; null while it is used, or may be soon. */
    unshownAt: text('unshown_at'),
    /** The profile photo as a small WebP or JPEG in base64, inlined in the page; null or empty if there is none. */
    inlinePhoto: text('inline_photo'),
    /** The tone of a logo that needs a plate; null if unknown, empty if it needs none. */
    logoTone: text('logo_tone', { enum: ['dark', 'light', ''] }),
    /** For the still of a video: the URL of the video, and of the image itself. */
    stillOf: text('still_of'),
    stillUrl: text('still_url'),
    /** For a preview picture: the SHA-256 of the `previewText` it shows, and the URL of the image itself. */
    previewOf: text('preview_of'),
    previewUrl: text('preview_url'),
    /** The URL of the JPEG of a profile photo for the contact file; null until it is made. */
    contactPhoto: text('contact_photo'),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.hash] }),
    index('uploads_hash').on(table.hash),
    index('uploads_preview').on(table.cardId, table.createdAt).where(sql`preview_of is not null`),
  ],
)
