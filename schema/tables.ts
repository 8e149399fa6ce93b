/** Tables of the app database `DB`: accounts, cards, what visitors sent. Timestamps are ISO 8601 text in UTC. */
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { CustomButton, Customizations, GalleryImage } from './card-fields.ts'
import { entryStatuses, type FormConfig } from './form.ts'

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    /** What the username looks like (`worker/users/usernames.ts`): null until the cron made it, empty where an older account looks the same. */
    usernameSkeleton: text('username_skeleton'),
    password: text('password').notNull(),
    email: text('email').notNull(),
    /** When the address was confirmed; until then nothing but the link for that is sent to it. */
    emailVerifiedAt: text('email_verified_at'),
    phone: text('phone'),
    fullName: text('full_name'),
    accessLevel: integer('access_level').notNull().default(1),
    mustChangePassword: integer('must_change_password', { mode: 'boolean' })
      .notNull()
      .default(false),
    /** Counts the changes of who may sign in, or how: what began before one of them ends with it. */
    authVersion: integer('auth_version').notNull().default(0),
    /** Whether a mail tells of each new entry of the exchange form. */
    entryMail: integer('entry_mail', { mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull().default(now),
    deletedAt: text('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`${table.username} collate nocase`),
    uniqueIndex('users_skeleton').on(table.usernameSkeleton).where(sql`username_skeleton <> ''`),
    index('users_no_skeleton').on(table.id).where(sql`username_skeleton is null`),
    index('users_email').on(sql`${table.email} collate nocase`),
    index('users_full_name').on(sql`${table.fullName} collate nocase`),
    index('users_level').on(table.accessLevel, table.id).where(sql`deleted_at is null`),
    check('users_access_level', sql`${table.accessLevel} between 1 and 5`),
  ],
)

/** The words of every user's names and e-mail, to find them by how a word begins; triggers of the migration keep it. */
export const userWords = sqliteTable(
  'user_words',
  {
    /** In lower case as far as SQLite has it: ASCII. */
    word: text('word').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.word, table.userId] })],
)

export const businessCards = sqliteTable(
  'business_cards',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    slug: text('slug').notNull(),
    theme: text('theme').notNull().default('minimalist'),
    name: text('name'),
    title: text('title'),
    company: text('company'),
    phone: text('phone'),
    email: text('email'),
    address: text('address'),
    about: text('about'),
    profilePicture: text('profile_picture'),
    coverPhoto: text('cover_photo'),
    logoUrl: text('logo_url'),
    videoUrl: text('video_url'),
    faviconUrl: text('favicon_url'),
    socialLinks: text('social_links', { mode: 'json' })
      .$type<Record<string, string>>()
      .notNull()
      .default({}),
    customButtons: text('custom_buttons', { mode: 'json' })
      .$type<CustomButton[]>()
      .notNull()
      .default([]),
    gallery: text('gallery', { mode: 'json' }).$type<GalleryImage[]>().notNull().default([]),
    embedCodes: text('embed_codes', { mode: 'json' }).$type<string[]>().notNull().default([]),
    formConfig: text('form_config', { mode: 'json' })
      .$type<FormConfig>()
      .notNull()
      .default({ fields: [], consent: null, thanks: null }),
    customizations: text('customizations', { mode: 'json' }).$type<Customizations>().notNull(),
    state: text('state', { enum: ['draft', 'live', 'paused'] })
      .notNull()
      .default('live'),
    /** Grows by one with every save; `If-Match` compares it. */
    version: integer('version').notNull().default(1),
    /** The template it was last given; its rules hold for whoever edits the card below level 4. */
    templateId: integer('template_id'),
    /** The random part of the contact file's UID: the same for the life of the card. */
    uid: text('uid').notNull(),
    createdAt: text('created_at').notNull().default(now),
    updatedAt: text('updated_at').notNull().default(now),
    deletedAt: text('deleted_at'),
  },
  (table) => [
    uniqueIndex('business_cards_slug').on(sql`${table.slug} collate nocase`),
    index('business_cards_user').on(table.userId),
    index('business_cards_template').on(table.templateId),
  ],
)

/** Every slug a card ever had and left: it belongs to that card for good. */
export const slugHistory = sqliteTable('slug_history', {
  slug: text('slug').primaryKey(),
  cardId: integer('card_id').notNull(),
  until: text('until').notNull().default(now),
})

export const formSubmissions = sqliteTable(
  'form_submissions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    cardId: integer('card_id').notNull(),
    /** Chosen by the visitor's page, so that a form sent twice is stored once. */
    clientId: text('client_id').notNull(),
    formData: text('form_data', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** SHA-256 of the consent sentence the visitor saw. */
    consentHash: text('consent_hash'),
    submitterIp: text('submitter_ip'),
    submitterLocation: text('submitter_location'),
    submitterDevice: text('submitter_device'),
    /** How the visitor came to the card: `qr`, `link`, `nfc`, `share`, `signature`. */
    source: text('source').notNull().default('link'),
    status: text('status', { enum: entryStatuses }).notNull().default('new'),
    /** The owner's own words on the entry. */
    note: text('note'),
    timestamp: text('timestamp').notNull().default(now),
  },
  (table) => [
    uniqueIndex('form_submissions_client').on(table.cardId, table.clientId),
    index('form_submissions_card').on(table.cardId, table.timestamp),
  ],
)

/** Every picture uploaded for a card, by the hash in its address; one no card shows any more is removed by cron. */
export const uploads = sqliteTable(
  'uploads',
  {
    cardId: integer('card_id').notNull(),
    hash: text('hash').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: text('created_at').notNull().default(now),
    /** Since when nothing shows it, as the clean-up found it; null while something does, or may soon. */
    unshownAt: text('unshown_at'),
    /** A profile picture as WebP in base64, small enough to stand in its card's page: null until it is made, empty where there is none. */
    inlinePhoto: text('inline_photo'),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.hash] }),
    index('uploads_hash').on(table.hash),
  ],
)
