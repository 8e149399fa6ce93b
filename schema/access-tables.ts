import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { TokenScope } from './export.ts'
import type { transports } from './passkey.ts'
import { users } from './tables.ts'

type Transport = (typeof transports)[number]

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

/** One row per link that confirms an e-mail address; `hash` is the SHA-256 of its token. Times in seconds. */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('email_verifications_user').on(table.userId)],
)

/**
 * `secretHash` is the SHA-256 of the cookie's secret half; the secret itself is never stored. `authAt` is when the person
 * last proved who they are; `endsAt` is set once another session has taken its place. Times in milliseconds.
 */
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
    endsAt: integer('ends_at'),
    device: text('device').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** One row per token for programs; `hash` is the SHA-256 of it, `hint` its first characters, `scope` what it can read. Times in milliseconds. */
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
    scope: text('scope').$type<TokenScope>().notNull().default('read'),
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

/** One row per user with an authenticator app, on once confirmed; `secret` is sealed, `lastStep` the last one a code was taken of. */
export const secondFactors = sqliteTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  secret: text('secret').notNull(),
  startedAt: integer('started_at').notNull(),
  confirmedAt: integer('confirmed_at'),
  lastStep: integer('last_step').notNull().default(0),
})

/** Codes that stand in for the app, each once; only its hash is kept. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    usedAt: integer('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** Sign-ins whose password was right and whose code is still to come; `passwordPrint` ties each to that password. */
export const signInSteps = sqliteTable(
  'sign_in_steps',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    passwordPrint: text('password_print').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('sign_in_steps_user').on(table.userId)],
)

/**
 * One row per passkey. `id` names it here, `credentialId` (base64url) everywhere; `counter` is the highest its
 * authenticator has said, 0 for those that do not count. Times in milliseconds.
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<Transport[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
)

/** What a passkey is asked to sign, hashed: for one purpose, and within one session where somebody is signed in. Times in milliseconds. */
export const passkeyChallenges = sqliteTable('passkey_challenges', {
  hash: text('hash').primaryKey(),
  purpose: text('purpose').notNull(),
  sessionId: text('session_id'),
  expiresAt: integer('expires_at').notNull(),
})

/** Counters that must be exact: one row per key, counting within a window that starts at `since` (seconds). */
export const throttle = sqliteTable('throttle', {
  key: text('key').primaryKey(),
  since: integer('since').notNull(),
  count: integer('count').notNull(),
})
