/** Creates or recovers the first user by SQL as text, because `wrangler d1 execute` takes no parameters. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { hashPassword } from '../worker/accounts/passwords.ts'
import { usernameSkeleton } from '../worker/accounts/usernames.ts'
import { newCardValues } from '../worker/cards/slugs.ts'
import { exitWithError } from './cli-exit.ts'

/** Runs statements in the database of the app, all or none, and returns the rows of the last one. */
export type Execute = (...statements: string[]) => Promise<unknown[]>

/** Runs statements in an open database. */
export function openDatabase(d1: D1Database): Execute {
  return async (...statements) => {
    const results = await d1.batch(statements.map((sql) => d1.prepare(sql)))
    return results.at(-1)?.results ?? []
  }
}

/** Creates user 1 and returns a one-time password; throws a `CommandError` if there is a user 1. */
export async function createFirstUser(
  execute: Execute,
  { pepper, ...user }: { username: string; email: string; pepper: string },
): Promise<string> {
  if (await hasFirstUser(execute))
    exitWithError(
      'User 1 already exists. Sign in as that user, request a reset link on /auth, or add --recover.',
    )
  const { secret, password } = await oneTimePassword(pepper)
  await execute(...adminSql({ ...user, fullName: 'Administrator', password }))
  return secret
}

/**
 * Gives user 1 a one-time password, which it returns; throws a `CommandError` if there is no user 1. The email address is
 * unchanged unless one is given.
 */
export async function recoverFirstUser(
  execute: Execute,
  { pepper, email }: { pepper: string; email?: string },
): Promise<string> {
  if (!(await hasFirstUser(execute)))
    exitWithError('There is no user 1 to recover. Run the command without --recover.')
  const { secret, password } = await oneTimePassword(pepper)
  await execute(...recoverSql({ password, email }))
  return secret
}

export async function hasFirstUser(execute: Execute): Promise<boolean> {
  return (await execute('select id from users where id = 1')).length > 0
}

async function oneTimePassword(pepper: string) {
  const secret = randomBytes(18).toString('base64url')
  return { secret, password: await hashPassword(secret, pepper) }
}

type Admin = { username: string; email: string; password: string; fullName: string }

/** Returns two statements that create the user and a card; they fail if user 1 exists. */
export function adminSql({ username, email, password, fullName }: Admin): string[] {
  const card = newCardValues({
    slug: `${slugify(username) || 'card'}-${randomInt(10_000)}`,
    name: fullName,
    email,
  })
  const user = {
    id: 1,
    username,
    username_skeleton: usernameSkeleton(username),
    password,
    email,
    email_verified_at: new Date().toISOString(),
    full_name: fullName,
    access_level: 5,
    must_change_password: 1,
  }
  const firstCard = {
    user_id: 1,
    slug: card.slug,
    theme: card.theme,
    name: card.name,
    email: card.email,
    form_config: JSON.stringify(card.formConfig),
    customizations: JSON.stringify(card.customizations),
    uid: card.uid,
  }
  return [insert('users', user), insert('business_cards', firstCard)]
}

const credentialTables = [
  ...['second_factors', 'recovery_codes', 'passkeys', 'sessions'],
  ...['sign_in_steps', 'reset_tokens', 'email_reverts', 'email_verifications'],
]

/**
 * Returns statements that restore access to user 1: set a password, remove the second factor and passkeys, end all
 * sessions, tokens and share links, and add an entry to the audit log. The email is unchanged
 * unless one is given.
 */
export function recoverSql({ password, email }: { password: string; email?: string }): string[] {
  const ofUser = 'where user_id = 1'
  const now = "cast(unixepoch('subsec') * 1000 as integer)"
  return [
    `update users set password = ${literal(password)}, must_change_password = 1, access_level = 5, deleted_at = null, auth_version = auth_version + 1${
      email
        ? `, email = ${literal(email)}, email_verified_at = ${literal(new Date().toISOString())}`
        : ''
    } where id = 1;`,
    ...credentialTables.map((table) => `delete from ${table} ${ofUser};`),
    `update analytics_shares set expires_at = min(expires_at, ${now}) ${ofUser};`,
    `update api_tokens set revoked_at = ${now} ${ofUser} and revoked_at is null;`,
    `update feeds set revoked_at = ${now} ${ofUser} and revoked_at is null;`,
    'delete from throttle;',
    insert('audit_log', {
      key: randomUUID(),
      at: new Date().toISOString(),
      actor: 'npm run create-admin -- --recover',
      action: 'account-recovered',
      target: 'user 1',
      user_id: 1,
      details: JSON.stringify(email ? { email: true } : {}),
    }),
  ]
}

function insert(table: string, row: Record<string, string | number | null>): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' ? literal(value) : String(value),
  )
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')});`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
