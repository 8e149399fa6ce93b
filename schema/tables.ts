/** Tables of the app database `DB`: accounts, cards, submissions. Timestamps are ISO 8601 text in UTC. */
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
import type { CustomButton, Customizations, GalleryImage } from './card.ts'
import { timeframes } from './figures.ts'
import { entryStatuses, type FormConfig } from './form.ts'
import type { PwaSettings } from './pwa.ts'
import { jobStates, type TemplateValues } from './template.ts'
import type { TemplateRules } from './template-rules.ts'

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    password: text('password').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    fullName: text('full_name'),
    accessLevel: integer('access_level').notNull().default(1),
    mustChangePassword: integer('must_change_password', { mode: 'boolean' })
      .notNull()
      .default(false),
    /** Whether a mail tells of each new entry of the exchange form. */
    entryMail: integer('entry_mail', { mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull().default(now),
    deletedAt: text('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`${table.username} collate nocase`),
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
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.hash] }),
    index('uploads_hash').on(table.hash),
  ],
)

/** One row per change of an account's e-mail: the link that takes it back, mailed to the address before. Times in seconds. */
export const emailReverts = sqliteTable(
  'email_reverts',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('email_reverts_user').on(table.userId)],
)

/** `secretHash` is the SHA-256 of the cookie's secret half; the secret itself is never stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    secretHash: text('secret_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    authAt: integer('auth_at').notNull(),
    device: text('device').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** One row per token for programs; `hash` is the SHA-256 of it, `hint` its first characters. Times in milliseconds. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash').on(table.hash),
    index('api_tokens_user').on(table.userId),
  ],
)

/** One row per link sent; `passwordPrint` ties it to the password it was asked for. */
export const resetTokens = sqliteTable(
  'reset_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    passwordPrint: text('password_print').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('reset_tokens_user').on(table.userId)],
)

/** Who changed what: one row per change that was answered, kept for 24 months. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: text('at').notNull().default(now),
    /** Null when nobody was signed in. */
    actorId: integer('actor_id'),
    /** The username at that time, which outlives the account. */
    actor: text('actor'),
    /** The call, as a key of the policy. */
    action: text('action').notNull(),
    /** Of the path, as `id=12`. */
    target: text('target').notNull(),
    /** What changed, as the route tells it; never a secret. */
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_log_actor').on(table.actorId),
    index('audit_log_target').on(table.target),
  ],
)

/** What the installed app is called and looks like: one row once somebody saved it (spec section 3). */
export const pwaSettings = sqliteTable('pwa_settings', {
  id: integer('id').primaryKey(),
  settings: text('settings', { mode: 'json' }).$type<PwaSettings>().notNull(),
  updatedAt: text('updated_at').notNull().default(now),
})

/** Links that show somebody else an analytics report; only the SHA-256 of what opens one is kept. Times in milliseconds. */
export const analyticsShares = sqliteTable(
  'analytics_shares',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    timeframe: text('timeframe', { enum: timeframes }).notNull(),
    /** The one card it shows; null for all of its maker's. */
    cardId: integer('card_id'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('analytics_shares_hash').on(table.hash),
    index('analytics_shares_user').on(table.userId),
  ],
)

/** What is fixed on the cards of a team; `content` is what the model card had when it was last copied. */
export const cardTemplates = sqliteTable('card_templates', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  version: integer('version').notNull().default(1),
  rules: text('rules', { mode: 'json' }).$type<TemplateRules>().notNull(),
  cardId: integer('card_id').notNull(),
  content: text('content', { mode: 'json' }).$type<TemplateValues>().notNull(),
  updatedAt: text('updated_at').notNull().default(now),
})

/** One run of a template over cards. */
export const templateJobs = sqliteTable(
  'template_jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    templateId: integer('template_id').notNull(),
    state: text('state', { enum: jobStates }).notNull().default('running'),
    /** Goes on from here after a stop. */
    touchedAt: text('touched_at').notNull().default(now),
    createdAt: text('created_at').notNull().default(now),
  },
  (table) => [index('template_jobs_template').on(table.templateId)],
)

/** The cards of a run: what each was before, for 30 days, and the version it became. */
export const templateJobCards = sqliteTable(
  'template_job_cards',
  {
    jobId: integer('job_id').notNull(),
    cardId: integer('card_id').notNull(),
    status: text('status', { enum: ['waiting', 'done', 'changed', 'undone'] })
      .notNull()
      .default('waiting'),
    version: integer('version').notNull(),
    before: text('before', { mode: 'json' }).$type<TemplateValues>(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.cardId] })],
)

/** Counters that must be exact: one row per key, counting within a window that starts at `since` (seconds). */
export const throttle = sqliteTable('throttle', {
  key: text('key').primaryKey(),
  since: integer('since').notNull(),
  count: integer('count').notNull(),
})
