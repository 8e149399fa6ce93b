/** Tables for accounts, sign-in and sessions. Times are ISO 8601 text in UTC unless a table says otherwise. */
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
import type { TokenScope } from '../analytics/analytics-export.ts'
import { lastCallColumn, now } from '../columns.ts'
import type { ContactField } from '../inbox/contact-field.ts'
import { appLanguages } from '../screens.ts'
import type { transports } from './passkey.ts'

type Transport = (typeof transports)[number]

/** Links that undo a change of email, each mailed to the previous address. Times in seconds. */
export const emailReverts = sqliteTable(
  'email_reverts',
  {
    hash: text('hash').primaryKey(),
    userId: userIdColumn(),
    email: text('email').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('email_reverts_user').on(table.userId)],
)

/** Links that verify an email address; `hash` is the SHA-256 of the token in the link. Times in seconds. */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    hash: text('hash').primaryKey(),
    userId: userIdColumn(),
    email: text('email').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('email_verifications_user').on(table.userId)],
)

/**
 * `secretHash` is the SHA-256 of the cookie's secret half, which is never stored. `authAt` is the time of the last
 * authentication; `endsAt` is set when another session replaces this one. Times in milliseconds.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    secretHash: text('secret_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    authAt: integer('auth_at').notNull(),
    endsAt: integer('ends_at'),
    device: text('device').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** API tokens, stored as their SHA-256; `hint` is the first characters of the token. Times in milliseconds. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    revokedAt: integer('revoked_at'),
    scope: text('scope').$type<TokenScope>().notNull().default('read'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash').on(table.hash),
    index('api_tokens_user').on(table.userId),
  ],
)

/** Password reset links. Each works only while `passwordPrint` matches the password: a new password ends it. */
export const resetTokens = sqliteTable(
  'reset_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: userIdColumn(),
    passwordPrint: text('password_print').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('reset_tokens_user').on(table.userId)],
)

/**
 * One row per user with an authenticator app, in force once confirmed. `secret` is encrypted; `lastStep` is the time
 * step of the last accepted code.
 */
export const secondFactors = sqliteTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  secret: text('secret').notNull(),
  startedAt: integer('started_at').notNull(),
  confirmedAt: integer('confirmed_at'),
  lastStep: integer('last_step').notNull().default(0),
  lastCall: lastCallColumn(),
})

/** Single-use codes for users without their authenticator app. Only hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    hash: text('hash').primaryKey(),
    userId: userIdColumn(),
    usedAt: integer('used_at'),
    lastCall: lastCallColumn(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** Sign-ins that await a code after a correct password. Each ends once the password no longer matches `passwordPrint`. */
export const signInChallenges = sqliteTable(
  'sign_in_steps',
  {
    hash: text('hash').primaryKey(),
    userId: userIdColumn(),
    passwordPrint: text('password_print').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('sign_in_steps_user').on(table.userId)],
)

/**
 * Passkeys. `id` is our id, `credentialId` (base64url) the authenticator's; `counter` is the highest signature counter seen,
 * 0 for authenticators without one. Times in milliseconds.
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<Transport[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    lastCall: lastCallColumn(),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
)

/** Hashes of WebAuthn challenges, each for one purpose and, when signed in, one session. Times in milliseconds. */
export const passkeyChallenges = sqliteTable('passkey_challenges', {
  hash: text('hash').primaryKey(),
  purpose: text('purpose').notNull(),
  sessionId: text('session_id'),
  expiresAt: integer('expires_at').notNull(),
  lastCall: lastCallColumn(),
})

/** The words of users' names and emails, for prefix search. Triggers in the migrations maintain them. */
export const userWords = sqliteTable(
  'user_words',
  {
    /** In lower case, but only ASCII letters: SQLite folds no others. */
    word: text('word').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.word, table.userId] })],
)

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull(),
    /**
     * Equal for usernames that look alike (`worker/accounts/usernames.ts`): null until a cron job computes it, empty if an
     * older account has the same.
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
    /** Incremented by changes to who may sign in, or how. Whatever was issued under an earlier version is invalid. */
    authVersion: integer('auth_version').notNull().default(0),
    /** Whether to email the user about new form submissions. */
    entryMail: integer('entry_mail', { mode: 'boolean' }).notNull().default(true),
    /** Whether to email follow-ups and a weekly summary, when each was last sent, and the time zone to send them in. */
    followUpMail: integer('follow_up_mail', { mode: 'boolean' }).notNull().default(true),
    followUpMailedAt: text('follow_up_mailed_at'),
    timeZone: text('time_zone'),
    weeklyMail: integer('weekly_mail', { mode: 'boolean' }).notNull().default(false),
    weeklyMailedAt: text('weekly_mailed_at'),
    /** Language of the app and of emails. If null, the browser's; emails then use the browser language of the last sign-in. */
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

/** Returns a column for the account that a row belongs to. */
export function userIdColumn() {
  return integer('user_id')
    .notNull()
    .references(() => users.id)
}
