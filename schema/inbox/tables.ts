/** Tables of the inbox. Times are ISO 8601 text in UTC unless a column says otherwise. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userIdColumn } from '../accounts/tables.ts'
import { now } from '../columns.ts'
import type { FieldValue } from './contact-field.ts'
import { submissionStatuses } from './form.ts'
import type { ContactFormat } from './inbox.ts'
import { leadRatings } from './lead.ts'
import type { MergeDetails } from './merge.ts'
import type { ReplyTemplate } from './reply-template.ts'

export const formSubmissions = sqliteTable(
  'form_submissions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    cardId: integer('card_id').notNull(),
    /** Chosen by the visitor's page, so that a retried submission is stored once. */
    clientId: text('client_id').notNull(),
    formData: text('form_data', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** SHA-256 of the consent sentence the visitor saw. */
    consentHash: text('consent_hash'),
    /** Network prefix of the visitor's IP address; `Unknown` after 30 days. */
    submitterIp: text('submitter_ip'),
    submitterLocation: text('submitter_location'),
    submitterDevice: text('submitter_device'),
    /** How the visitor reached the card, as in `card_views`. */
    source: text('source').notNull().default('link'),
    status: text('status', { enum: submissionStatuses }).notNull().default('new'),
    /** The owner's note on the entry. */
    note: text('note'),
    timestamp: text('timestamp').notNull().default(now),
    /** SHA-256 of the token in the visitor's private link; null without one. */
    receiptHash: text('receipt_hash'),
    /** SHA-256 of the token in the link of the copy email; the link stops working when the visitor corrects the address. */
    emailReceiptHash: text('email_receipt_hash'),
    /** How often the visitor corrected the answers, and when last. */
    revision: integer('revision').notNull().default(0),
    revisedAt: text('revised_at'),
    /** When the visitor deleted the answers. The entry is still counted. */
    withdrawnAt: text('withdrawn_at'),
    /** When staff captured it in booth mode; null if a visitor sent it. Figures count only entries that visitors sent. */
    capturedAt: text('captured_at'),
    /** When an archive import added it, the same time for all its entries. Figures do not count imported entries. */
    importedAt: text('imported_at'),
    /** The user who captured it; null once their account is erased. */
    capturedBy: integer('captured_by'),
    rating: text('rating', { enum: leadRatings }),
    /** The event at which it was captured. */
    boardId: integer('occasion_id'),
    /** The day on which the owner wants to follow up, `YYYY-MM-DD`. */
    followUpOn: text('follow_up_on'),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The owner's own fields, by name. */
    fields: text('fields', { mode: 'json' })
      .$type<Record<string, FieldValue>>()
      .notNull()
      .default({}),
    /** The colleague who may also read and change the entry. */
    assigneeId: integer('assignee_id'),
    assignedAt: text('assigned_at'),
    /** The submission it was merged into. */
    mergedInto: integer('merged_into'),
  },
  (table) => [
    uniqueIndex('form_submissions_receipt')
      .on(table.receiptHash)
      .where(sql`receipt_hash is not null`),
    uniqueIndex('form_submissions_email_receipt')
      .on(table.emailReceiptHash)
      .where(sql`email_receipt_hash is not null`),
    uniqueIndex('form_submissions_client').on(table.cardId, table.clientId),
    // Lists are in this order, so the id comes before the columns that only figures read.
    index('form_submissions_card').on(
      table.cardId,
      table.timestamp,
      table.id,
      table.capturedAt,
      table.importedAt,
      table.source,
    ),
    // For counting what share points brought.
    index('form_submissions_source')
      .on(table.cardId, table.source, table.timestamp)
      .where(sql`captured_at is null and imported_at is null`),
    // For counting contacts from the index alone, without the texts of thousands of entries.
    index('form_submissions_contacts')
      .on(table.cardId, table.status, table.mergedInto)
      .where(sql`merged_into is null`),
    index('form_submissions_merged').on(table.mergedInto).where(sql`merged_into is not null`),
    index('form_submissions_assignee')
      .on(table.assigneeId, table.timestamp)
      .where(sql`assignee_id is not null`),
  ],
)

/**
 * The email addresses and phone numbers of form submissions, normalized for comparison. Triggers in the migrations write the
 * rows. WITHOUT ROWID.
 */
export const entryKeys = sqliteTable(
  'entry_keys',
  {
    /** `mail` with the address in lower case, or `tel` with the last 8 digits. */
    key: text('key').notNull(),
    cardId: integer('card_id').notNull(),
    entryId: integer('entry_id').notNull(),
    /** The submission that shows this one; its own id unless it was merged. */
    contactId: integer('contact_id').notNull(),
    /** All digits: after `+` with the country code, otherwise without leading zeros; empty for an email address. */
    number: text('number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.cardId, table.entryId, table.number] }),
    index('entry_keys_contact').on(table.contactId),
    index('entry_keys_entry').on(table.entryId),
  ],
)

/** Merges that can be undone; of each contact, only the newest one (the highest id) at a time. */
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

/** The reply templates of a card. */
export const replyTemplates = sqliteTable('reply_templates', {
  cardId: integer('card_id').primaryKey(),
  templates: text('templates', { mode: 'json' }).$type<ReplyTemplate[]>().notNull(),
})

/**
 * The last change of every form submission. Triggers replace a submission's row whenever it is stored, changed or deleted, so
 * `seq` grows in the order of transactions. Of a deleted submission only the id remains.
 */
export const entryChanges = sqliteTable(
  'entry_changes',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    cardId: integer('card_id').notNull(),
    entryId: integer('entry_id').notNull(),
    /** When it was deleted; null while it is stored. */
    deletedAt: text('deleted_at'),
  },
  (table) => [
    uniqueIndex('entry_changes_entry').on(table.entryId),
    index('entry_changes_card').on(table.cardId, table.seq),
    index('entry_changes_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/**
 * Form submissions deleted in the last 15 minutes, including those merged into them. The owner can restore them, and the
 * visitor can erase them for good; nothing else reads them.
 */
export const deletedEntries = sqliteTable(
  'deleted_entries',
  {
    entryId: integer('entry_id').primaryKey(),
    /** The submission that showed this one; its own id unless it was merged. */
    contactId: integer('contact_id').notNull(),
    cardId: integer('card_id').notNull(),
    /** The owner of the card at that time; only they can restore it. */
    ownerId: integer('owner_id').notNull(),
    deletedAt: text('deleted_at').notNull(),
    /** The hashes of the row, by which its visitor finds it. */
    receiptHash: text('receipt_hash'),
    emailReceiptHash: text('email_receipt_hash'),
    /** The row of `form_submissions` and its rows of `entry_merges`, by column. */
    row: text('row', { mode: 'json' }).notNull(),
    merges: text('merges', { mode: 'json' }).notNull(),
  },
  (table) => [
    index('deleted_entries_contact').on(table.contactId),
    index('deleted_entries_card').on(table.cardId),
    index('deleted_entries_owner').on(table.ownerId),
    index('deleted_entries_deleted').on(table.deletedAt),
    index('deleted_entries_receipt').on(table.receiptHash),
    index('deleted_entries_email_receipt').on(table.emailReceiptHash),
  ],
)

/** The highest id of a form submission that a user has exported, by card and format. Later submissions have higher ids. */
export const contactExports = sqliteTable(
  'contact_exports',
  {
    userId: userIdColumn(),
    cardId: integer('card_id').notNull(),
    format: text('format').$type<ContactFormat>().notNull(),
    lastEntry: integer('last_entry').notNull(),
    exportedAt: text('exported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.cardId, table.format] })],
)

/**
 * Copy emails to visitors in the last two days; limits count these rows. An email whose address is not confirmed yet waits
 * here and is not in the outbox.
 */
export const receiptMails = sqliteTable(
  'receipt_mails',
  {
    /** Also the id of the email in the outbox. */
    id: text('id').primaryKey(),
    /** Keyed hash of the mailbox. */
    addressHash: text('address_hash').notNull(),
    /** The card and the entry; null for the email that asks to confirm the address. */
    cardId: integer('card_id'),
    entryId: integer('entry_id'),
    /** When it was put into the outbox or, if it waits, requested. In milliseconds. */
    at: integer('at').notNull(),
    /** The encrypted email, while it waits. */
    letter: text('letter'),
    /** SHA-256 of the token in the link that confirms the address. */
    confirmHash: text('confirm_hash'),
  },
  (table) => [
    index('receipt_mails_address').on(table.addressHash, table.at),
    index('receipt_mails_at').on(table.at),
    uniqueIndex('receipt_mails_confirm').on(table.confirmHash).where(sql`confirm_hash is not null`),
  ],
)

/**
 * What the owners of addresses decided about copy emails. If they unsubscribe, the hash is kept, so that they are not
 * emailed again.
 */
export const receiptAddresses = sqliteTable('receipt_addresses', {
  addressHash: text('address_hash').primaryKey(),
  confirmedAt: integer('confirmed_at'),
  stoppedAt: integer('stopped_at'),
})
