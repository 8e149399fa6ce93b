/** Tables of access to accounts: sessions, tokens, passkeys, second factors, links in emails, rate limits and search. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { TokenScope } from './analytics-export.ts'
import type { FeedKind } from './feed.ts'
import type { transports } from './passkey.ts'
import { userIdColumn, users } from './tables.ts'

type Transport = (typeof transports)[number]

/**
 * Random id of the call that used the row last. A call whose response is lost is repeated, and the id tells it from others:
 * so it counts, or uses up a code, once.
 */
function lastCallColumn() {
  return text('last_call')
}

/** One row per change of an account's email: the undo link mailed to the previous address. Times in seconds. */
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

/** One row per link that verifies an email address; `hash` is the SHA-256 of its token. Times in seconds. */
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

/** One row per API token: its SHA-256, a hint of its first characters and what it can read. Times in milliseconds. */
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

/**
 * One row per feed: the SHA-256 of its secret, a hint of its first characters and what can be read with it. Times in
 * milliseconds.
 */
export const feeds = sqliteTable(
  'feeds',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    kind: text('kind').$type<FeedKind>().notNull(),
    /** Null for all cards of the user. */
    cardId: integer('card_id'),
    createdAt: integer('created_at').notNull(),
    /** Null if it does not expire. */
    expiresAt: integer('expires_at'),
    lastReadAt: integer('last_read_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [uniqueIndex('feeds_hash').on(table.hash), index('feeds_user').on(table.userId)],
)

/** One row per password reset link; `passwordFingerprint` ties it to the password at the time of the request. */
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

/** Single-use recovery codes that replace the authenticator app. Only hashes are stored. */
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

/** Sign-ins that passed the password and await a code; `passwordFingerprint` ties each to that password. */
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
 * One row per passkey. `id` is ours, `credentialId` (base64url) the one of WebAuthn; `counter` is the highest signature
 * counter seen, 0 for authenticators without one. Times in milliseconds.
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

/** Exact rate limit counters: one row per key, counting within a window that starts at `since` (seconds). */
export const rateLimits = sqliteTable('throttle', {
  key: text('key').primaryKey(),
  since: integer('since').notNull(),
  count: integer('count').notNull(),
  lastCall: lastCallColumn(),
})

/** Words of users' names and emails, for prefix search; maintained by triggers of the migration. */
export const userWords = sqliteTable(
  'user_words',
  {
    /** In lower case as SQLite folds it: ASCII only. */
    word: text('word').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.word, table.userId] })],
)
