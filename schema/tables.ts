/** Tables of the app database `DB`: accounts, cards, share points. Timestamps are ISO 8601 text in UTC. */
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
import { appLanguages } from './app-language.ts'
import {
  type CustomButton,
  type Customizations,
  cardStates,
  type GalleryImage,
} from './card-fields.ts'
import { type CardTexts, defaultLanguage } from './card-texts.ts'
import type { ContactField } from './contact-field.ts'
import type { FormConfig } from './form.ts'
import type { SharePointStyle } from './qr-style.ts'
import { sharePointKinds } from './share-point.ts'

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    /**
     * The confusable skeleton of the username (`worker/accounts/usernames.ts`): null until the cron computes it, empty if
     * an older account has the same.
     */
    usernameSkeleton: text('username_skeleton'),
    password: text('password').notNull(),
    email: text('email').notNull(),
    /** When the address was verified; until then only verification links are sent to it. */
    emailVerifiedAt: text('email_verified_at'),
    phone: text('phone'),
    fullName: text('full_name'),
    accessLevel: integer('access_level').notNull().default(1),
    mustChangePassword: integer('must_change_password', { mode: 'boolean' })
      .notNull()
      .default(false),
    /** Incremented by changes to who may sign in or how; everything issued under a former version is invalid. */
    authVersion: integer('auth_version').notNull().default(0),
    /** Whether to email the user about new form submissions. */
    entryMail: integer('entry_mail', { mode: 'boolean' }).notNull().default(true),
    /** Whether to email follow-ups and the figures of the week, when that was last done, and the time zone of their mornings. */
    followUpMail: integer('follow_up_mail', { mode: 'boolean' }).notNull().default(true),
    followUpMailedAt: text('follow_up_mailed_at'),
    timeZone: text('time_zone'),
    weeklyMail: integer('weekly_mail', { mode: 'boolean' }).notNull().default(false),
    weeklyMailedAt: text('weekly_mailed_at'),
    /** Of the app and emails; null for the browser's, which is that of the last sign-in for emails. */
    language: text('language', { enum: appLanguages }),
    browserLanguage: text('browser_language', { enum: appLanguages }),
    contactFields: text('contact_fields', { mode: 'json' })
      .$type<ContactField[]>()
      .notNull()
      .default([]),
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

/** The account that a row belongs to; a new column for each table. */
export function userIdColumn() {
  return integer('user_id')
    .notNull()
    .references(() => users.id)
}

export const businessCards = sqliteTable(
  'business_cards',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: userIdColumn(),
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
    /** The base language: that of the texts of this row. */
    language: text('language').notNull().default(defaultLanguage),
    state: text('state', { enum: cardStates }).notNull().default('live'),
    successorId: integer('successor_id'),
    successorUrl: text('successor_url'),
    /** Since when visitors who exchanged contacts before see no more than others; null if never. */
    lockedAt: text('locked_at'),
    /** Incremented by every save; `If-Match` compares it. */
    version: integer('version').notNull().default(1),
    /** The template last applied; its rules apply to editors below level 4. */
    templateId: integer('template_id'),
    /** The random part of the contact file's UID; never changes. */
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

/** The texts of a card in each language but its base language. */
export const cardLocales = sqliteTable(
  'card_locales',
  {
    cardId: integer('card_id').notNull(),
    locale: text('locale').notNull(),
    fields: text('fields', { mode: 'json' }).$type<CardTexts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.locale] })],
)

/** Former slugs; each is reserved for its card permanently. */
export const slugHistory = sqliteTable('slug_history', {
  slug: text('slug').primaryKey(),
  cardId: integer('card_id').notNull(),
  until: text('until').notNull().default(now),
})

/** Where a card is given out. After the card is erased only the code remains, so that it never opens another. */
export const sharePoints = sqliteTable(
  'share_points',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    cardId: integer('card_id').notNull(),
    /** In `/s/{code}` and on printed codes; never changes. */
    code: text('code').notNull(),
    label: text('label').notNull(),
    kind: text('kind', { enum: sharePointKinds }).notNull(),
    /** `YYYY-MM-DD`, or a time; null if open. */
    activeFrom: text('active_from'),
    activeTo: text('active_to'),
    note: text('note'),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull().default(now),
    /** The key of the request that created it, so that a retry creates no other. */
    requestKey: text('request_key'),
    /** Whether the note of contacts saved through it begins with "Met at" and the label. */
    metNote: integer('met_note', { mode: 'boolean' }).notNull().default(false),
    /** Of its QR code; null for black on white. */
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
