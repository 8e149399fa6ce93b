/** Creates or recovers the first user, in open databases or by wrangler. Each function returns a new one-time password. */
import { randomBytes } from 'node:crypto'
import { hashPassword } from '../worker/accounts/passwords.ts'
import { database } from '../worker/platform/database.ts'
import { isSetUp } from '../worker/users/queries.ts'
import { adminSql, recoverSql } from './admin-sql.ts'
import { exitWithError } from './cli-exit.ts'
import { createAdministrator, executeRemote, hasFirstUser } from './setup/administrator.ts'
import type { Wrangler } from './setup/wrangler.ts'

const existsMessage =
  'User 1 already exists. Sign in as that user, request a reset link on /auth, or add --recover.'
const missingMessage = 'There is no user 1 to recover. Run the command without --recover.'

type FirstUser = { username: string; email: string; pepper: string }

/** Throws a `CommandError` if there is a user. */
export async function createFirstUser(d1: D1Database, user: FirstUser): Promise<string> {
  if (await isSetUp(database(d1))) exitWithError(existsMessage)
  const secret = oneTimePassword()
  const password = await hashPassword(secret, user.pepper)
  await d1.exec(adminSql({ ...user, fullName: 'Administrator', password }))
  return secret
}

type Recovery = { pepper: string; email?: string }

/** Throws a `CommandError` if there is no user. The email address is unchanged unless one is given. */
export async function recoverFirstUser(d1: D1Database, recovery: Recovery): Promise<string> {
  if (!(await isSetUp(database(d1)))) exitWithError(missingMessage)
  const { secret, statements } = await recover(recovery)
  await d1.batch(statements.map((sql) => d1.prepare(sql)))
  return secret
}

/** A deployed installation; `environment` is a named one of the configuration file. */
type Deployed = { wrangler: Wrangler; configFile: string; environment?: string }

/** Throws a `CommandError` if there is a user 1. */
export async function createRemoteUser(site: Deployed, user: FirstUser): Promise<string> {
  return (
    (await createAdministrator({ ...site, ...user }, user.pepper)) ?? exitWithError(existsMessage)
  )
}

/** Throws a `CommandError` if there is no user 1. The email address is unchanged unless one is given. */
export async function recoverRemoteUser(site: Deployed, recovery: Recovery): Promise<string> {
  if (!(await hasFirstUser(site))) exitWithError(missingMessage)
  const { secret, statements } = await recover(recovery)
  await executeRemote(site, statements.join(' '))
  return secret
}

async function recover({ pepper, email }: Recovery) {
  const secret = oneTimePassword()
  return { secret, statements: recoverSql({ password: await hashPassword(secret, pepper), email }) }
}

function oneTimePassword(): string {
  return randomBytes(18).toString('base64url')
}
