/** `npm run create-admin`: the first user, here or in production, with a password that is shown once. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { NewUser } from '../schema/user.ts'
import { database } from '../worker/database.ts'
import { hashPassword } from '../worker/users/passwords.ts'
import { createUser, isSetUp } from '../worker/users/store.ts'
import { adminSql } from './admin-sql.ts'
import { openLocal } from './local.ts'
import { stop, usage } from './stop.ts'

usage(`
Usage: npm run create-admin [-- --remote] [--username admin] [--email admin@example.com]

Creates user 1, the System Admin who cannot be deleted, and prints a one-time password. Refuses when user 1 exists.
  --remote   in your Cloudflare account instead of the local databases; PEPPER must hold the deployed secret
Environment: DATA_DIR (.data), as for npm start.
`)

const already = 'User 1 exists already; sign in as that user, or ask for a reset link on /auth.'
const fullName = 'Administrator'
const { remote, username, email } = readArguments()
const secret = randomBytes(18).toString('base64url')
await (remote ? createRemote() : createLocal())
console.log(`Created ${username} (level 5). One-time password, shown only now: ${secret}`)

function readArguments() {
  const { values } = parseOptions()
  const named = NewUser.pick({ username: true, email: true }).safeParse({
    username: values.username,
    email: values.email,
  })
  return named.success
    ? { ...named.data, remote: values.remote }
    : stop(`${named.error.issues[0]?.message}.`)
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        remote: { type: 'boolean', default: false },
        username: { type: 'string', default: 'admin' },
        email: { type: 'string', default: 'admin@example.com' },
      },
    })
  } catch {
    return stop('The options are --remote, --username NAME and --email ADDRESS; see --help.')
  }
}

async function createLocal() {
  const { env, close } = await openLocal()
  const problem = await addTo(env.DB, env.PEPPER)
  await close()
  if (problem) stop(problem)
}

async function addTo(d1: D1Database, pepper: string): Promise<string | undefined> {
  const db = database(d1)
  if (await isSetUp(db)) return already
  const password = await hashPassword(secret, pepper)
  const made = await createUser(db, {
    username,
    email,
    fullName,
    password,
    accessLevel: 5,
    mustChangePassword: true,
  })
  return typeof made === 'string' ? `The user could not be created: ${made}.` : undefined
}

async function createRemote() {
  const pepper = process.env.PEPPER
  if (!pepper) return stop('Set PEPPER to the secret that the worker was given, then try again.')
  if (execute('select count(*) as found from users where id = 1').includes('"found": 1'))
    stop(already)
  execute(adminSql({ username, email, fullName, password: await hashPassword(secret, pepper) }))
}

function execute(sql: string): string {
  const args = ['d1', 'execute', 'DB', '--remote', '--json', '--yes', '--command', sql]
  const { status, stdout, stderr } = spawnSync('wrangler', args, {
    encoding: 'utf8',
    env: { ...process.env, WRANGLER_LOG: 'log' },
  })
  if (status === 0) return stdout
  const reason = /"text":\s*"([^"]+)/.exec(stdout)?.[1] ?? (stderr.trim() || 'wrangler failed')
  return stop(`The remote database did not answer: ${reason}`)
}
