/** Tables of contacts: which form submissions are from the same person, and texts to answer them. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { MergeDetails } from './merge.ts'
import type { ReplyTemplate } from './reply-template.ts'

/**
 * The email addresses and phone numbers of form submissions, as they are compared. WITHOUT ROWID; written by triggers
 * (see the migration).
 */
export const entryKeys = sqliteTable(
  'entry_keys',
  {
    /** `mail` and the address in lower case, or `tel` and the last 8 digits. */
    key: text('key').notNull(),
    cardId: integer('card_id').notNull(),
    entryId: integer('entry_id').notNull(),
    /** The submission that shows this one, which is itself unless it was merged. */
    contactId: integer('contact_id').notNull(),
    /** All digits: after `+` with the country code, else without leading zeros; empty for addresses. */
    number: text('number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.cardId, table.entryId, table.number] }),
    index('entry_keys_contact').on(table.contactId),
    index('entry_keys_entry').on(table.entryId),
  ],
)

/** Merges that can be undone; that of a contact with the highest id is undone first. */
export const entryMerges = sqliteTable(
  'entry_merges',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The submission that shows the others. */
    entryId: integer('entry_id').notNull(),
    mergedAt: text('merged_at').notNull().default(sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`),
    details: text('details', { mode: 'json' }).$type<MergeDetails>().notNull(),
  },
  (table) => [index('entry_merges_entry').on(table.entryId)],
)

/** The texts with which the owner of a card answers form submissions. */
export const replyTemplates = sqliteTable('reply_templates', {
  cardId: integer('card_id').primaryKey(),
  templates: text('templates', { mode: 'json' }).$type<ReplyTemplate[]>().notNull(),
})
