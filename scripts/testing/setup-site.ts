/** A checkout whose configuration the setup edits, and an account of the stand-in for wrangler. */
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readWranglerConfig } from '../setup/config-file.ts'
import { type Settings, setUp } from '../setup/set-up.ts'
import type { Wrangler } from '../setup/wrangler.ts'
import type { FakeAccount } from './stand-in-account.ts'
import { newAccount, standIn } from './wrangler-stand-in.ts'

const settings: Settings = {
  place: { jurisdiction: 'eu' },
  email: 'ada@acme.test',
  username: 'ada',
}

/** An account, and a checkout of which only the configuration matters. */
export function site(facts: Partial<FakeAccount> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const configFile = join(folder, 'wrangler.toml')
  copyFileSync('wrangler.toml', configFile)
  const account = newAccount(join(folder, 'account'), facts)
  const wrangler: Wrangler = (args, options) => standIn(account, args, options)
  const run = (changed: Partial<Settings> = {}) =>
    setUp({
      ...{ ...settings, ...changed, configFile },
      wrangler,
      build: async () => writeBuilt(folder, configFile, changed.environment),
      say: () => {},
    })
  return { account, configFile, folder, wrangler, run }
}

/** What the build writes: the configuration of one environment. */
async function writeBuilt(folder: string, configFile: string, environment?: string) {
  const config = await readWranglerConfig({ configFile, environment })
  const file = join(folder, 'built.json')
  const kept = ['name', 'vars', 'routes', 'workers_dev', 'secrets', 'compatibility_date']
  const stores = ['d1_databases', 'kv_namespaces', 'r2_buckets', 'queues']
  const fields = [...kept, ...stores].map((key) => [key, Reflect.get(config, key)])
  writeFileSync(file, JSON.stringify(Object.fromEntries(fields)))
  return file
}

/** The rows of the users of an installation. */
export function users({ databases, folder }: FakeAccount, name = 'edgecard') {
  const found = databases.find((each) => each.name === name)
  return new DatabaseSync(join(folder, `${found?.uuid}.sqlite`))
    .prepare('select id, username, email, password, access_level as level from users')
    .all()
}
