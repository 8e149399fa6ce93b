/** `npm run create-admin`: creates or recovers the first user, locally or in production, with a one-time password. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import * as z from 'zod/mini'
import { NewUser } from '../schema/user.ts'
import { hashPassword } from '../worker/auth/passwords.ts'
import { database } from '../worker/platform/database.ts'
import { createUser, isSetUp } from '../worker/users/user-queries.ts'
import { adminSql, recoverSql } from './admin-sql.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { installationOptions, requireInstallation } from './installation.ts'
import { openLocal } from './local/open-local.ts'

printUsage(`
Usage: npm run create-admin [-- --username admin] [--email admin@example.com] [--remote [--env NAME]]
       npm run create-admin -- --recover [--email ADDRESS] [--remote [--env NAME]]

Creates user 1, the System Admin who cannot be deleted, and prints a one-time password. Stops if user 1 exists.
  --recover  gives user 1 a one-time password when they are locked out: removes two-step verification and recovery
             codes, ends every session, token and open link, and adds an entry to the audit log
  --remote   use your Cloudflare account instead of the local databases; PEPPER must be the deployed secret
  --env      with --remote, a named environment of wrangler.toml, such as staging
Environment: DATA_DIR (.data), as for npm start.
`)

const existsMessage =
  'User 1 already exists. Sign in as that user, request a reset link on /auth, or add --recover.'
const missingMessage = 'There is no user 1 to recover. Run the command without --recover.'
const fullName = 'Administrator'
const { remote, env: environment, recover, username, email, isNamed } = readArguments()
const secret = randomBytes(18).toString('base64url')
await (remote ? runRemote() : runLocal())
const done = recover ? 'Recovered user 1' : `Created ${username}`
console.log(`${done} (level 5). One-time password, shown only once: ${secret}`)

function readArguments() {
  const { values } = readArgs(
    {
      options: {
        ...installationOptions,
        username: { type: 'string', default: 'admin' },
        email: { type: 'string' },
        recover: { type: 'boolean', default: false },
      },
    },
    'The options are --username NAME, --email ADDRESS, --recover, --remote and --env NAME. See --help.',
  )
  const named = z.pick(NewUser, { username: true, email: true }).safeParse({
    username: values.username,
    email: values.email ?? 'admin@example.com',
  })
  if (!named.success) return exitWithError(`${named.error.issues[0]?.message}.`)
  requireInstallation(values)
  return { ...values, ...named.data, isNamed: values.email !== undefined }
}

async function runLocal() {
  const { env, close } = await openLocal()
  const problem = await (recover ? recoverIn : addTo)(env.DB, env.PEPPER)
  await close()
  if (problem) exitWithError(problem)
}

async function addTo(d1: D1Database, pepper: string): Promise<string | undefined> {
  const db = database(d1)
  if (await isSetUp(db)) return existsMessage
  const password = await hashPassword(secret, pepper)
  const made = await createUser(db, {
    username,
    email,
    fullName,
    password,
    accessLevel: 5,
    mustChangePassword: true,
    emailVerified: true,
  })
  return typeof made === 'string' ? `The user could not be created: ${made}.` : undefined
}

async function recoverIn(d1: D1Database, pepper: string): Promise<string | undefined> {
  if (!(await isSetUp(database(d1)))) return missingMessage
  const statements = await recovery(pepper)
  await d1.batch(statements.map((sql) => d1.prepare(sql)))
}

async function recovery(pepper: string): Promise<string[]> {
  const password = await hashPassword(secret, pepper)
  return recoverSql({ password, email: isNamed ? email : undefined })
}

async function runRemote() {
  const pepper = process.env.PEPPER
  if (!pepper) return exitWithError("Set PEPPER to the worker's secret and try again.")
  const found = execute('select count(*) as found from users where id = 1').includes('"found": 1')
  if (found !== recover) exitWithError(found ? existsMessage : missingMessage)
  execute(
    recover
      ? (await recovery(pepper)).join(' ')
      : adminSql({ username, email, fullName, password: await hashPassword(secret, pepper) }),
  )
}

function execute(sql: string): string {
  const args = ['d1', 'execute', 'DB', '--remote', `--env=${environment ?? ''}`]
  const { status, stdout, stderr } = spawnSync(
    'wrangler',
    [...args, '--json', '--yes', '--command', sql],
    {
      encoding: 'utf8',
      env: { ...process.env, WRANGLER_LOG: 'log' },
    },
  )
  if (status === 0) return stdout
  const reason = /"text":\s*"([^"]+)/.exec(stdout)?.[1] ?? (stderr.trim() || 'wrangler failed')
  return exitWithError(`The remote database did not respond: ${reason}`)
}
