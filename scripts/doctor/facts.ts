/** Collects the facts for `npm run doctor`: the configuration, secret names and the contents of the stores. */
import { readdirSync } from 'node:fs'
import { accounts } from '../../demo/people.ts'
import { demoPassword } from '../../demo/seed.ts'
import { verifyPassword } from '../../worker/accounts/passwords.ts'
import type { Bindings } from '../../worker/env.ts'
import { bucketOf, lastBackup } from '../../worker/operations/backup/backup.ts'
import { databaseNames, databaseOf, migrationsOf } from '../../worker/operations/tables.ts'
import { readWranglerConfig, writeConfig } from '../environments/config.ts'
import type { Checkout } from '../environments/list.ts'
import { listSecrets } from '../setup/administrator.ts'
import type { Wrangler } from '../setup/wrangler.ts'
import { configFindings, type Finding, secretFindings, storeFindings } from './findings.ts'
import { walletFindings } from './wallet-findings.ts'

const maxBackupDays = 2

/** Checks the configuration of an environment; with `wrangler` also its secrets in the Cloudflare account. */
export async function doctorConfig(
  checkout: Checkout,
  { wrangler }: { wrangler?: Wrangler } = {},
): Promise<Finding[]> {
  const configFile = await writeConfig(checkout)
  const config = await readWranglerConfig(configFile)
  const pepper = process.env.PEPPER || undefined
  const names = wrangler ? await listSecrets({ wrangler, configFile }) : ['PEPPER', 'EMAIL_API_KEY']
  const mailBound = config.send_email.length > 0
  const values = { ...process.env, ...textsIn(config.vars) }
  return [
    ...configFindings(config),
    ...secretFindings({ names, pepper, mailBound }),
    ...(await walletFindings({ names, values })),
  ]
}

function textsIn(vars: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(vars).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]))
}

/** Checks databases and backups; `skipMigrations` if the migrations are about to be applied. */
export async function doctorStores(
  env: Bindings,
  pepper: string | undefined,
  { skipMigrations = false } = {},
): Promise<Finding[]> {
  const unapplied: Record<string, string[]> = {}
  for (const name of databaseNames(env)) {
    const folder = `schema/migrations/${name === 'DB' ? 'app' : 'analytics'}`
    const applied = await migrationsOf(databaseOf(env, name)).catch((): string[] => [])
    const missing = readdirSync(folder).filter(
      (file) => file.endsWith('.sql') && !applied.includes(file),
    )
    unapplied[name] = skipMigrations ? [] : missing.sort()
  }
  const backup = await lastBackup(bucketOf(env)).catch(() => undefined)
  const userFacts = await usersOf(env, pepper)
  return storeFindings(
    {
      ...{ unapplied, ...userFacts },
      lastBackup: backup?.finishedAt,
      backupPepper: backup?.pepper ?? null,
    },
    { days: maxBackupDays, now: Date.now() },
  )
}

async function usersOf({ DB }: Bindings, pepper: string | undefined) {
  const names = accounts.map(({ username, email }) => ({ username, email }))
  const empty = { users: 0, demoUsers: [], withDemoPassword: [] }
  // A database that was never migrated has no users.
  const users = await DB.prepare('select count(*) as n from users')
    .first<number>('n')
    .catch(() => undefined)
  if (!users) return empty
  const { results } = await DB.prepare(
    `select username, password from users where deleted_at is null and (username, email) in (
       select value ->> 'username', value ->> 'email' from json_each(?))`,
  )
    .bind(JSON.stringify(names))
    .all<{ username: string; password: string }>()
  const withDemoPassword: string[] = []
  if (pepper)
    for (const { username, password } of results)
      if (await verifyPassword(demoPassword, password, { PEPPER: pepper }))
        withDemoPassword.push(username)
  return { users, demoUsers: results.map(({ username }) => username), withDemoPassword }
}
