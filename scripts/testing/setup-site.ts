/** A checkout whose environments the setup makes and deploys, and an account of the stand-in for wrangler. */
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Machine } from '../deploy/deploy.ts'
import { doctorConfig } from '../doctor/facts.ts'
import { readWranglerConfig, writeConfig } from '../environments/config.ts'
import { type Checkout, production } from '../environments/list.ts'
import { type Settings, setUp } from '../setup/set-up.ts'
import type { Wrangler } from '../setup/wrangler.ts'
import type { FakeAccount } from './stand-in-account.ts'
import { newAccount, standIn } from './wrangler-stand-in.ts'

const settings: Settings = {
  place: { jurisdiction: 'eu' },
  email: 'ada@acme.test',
  username: 'ada',
}

/** A folder with the configuration and the migrations of this checkout. */
export function newCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  copyFileSync('wrangler.toml', join(folder, 'wrangler.toml'))
  symlinkSync(resolve('schema'), join(folder, 'schema'))
  return folder
}

/** An account and a checkout; the built worker is a configuration without a program. */
export function site(facts: Partial<FakeAccount> = {}) {
  const folder = newCheckout()
  const account = newAccount(join(folder, 'account'), facts)
  const wrangler: Wrangler = (args, options) => standIn(account, args, options)
  const said: string[] = []
  const machine: Machine = {
    ...{ folder, wrangler },
    examine: (checkout) => doctorConfig(checkout, { wrangler }),
    build: (environment) => writeConfig({ folder, environment }),
    say: (line) => said.push(line),
  }
  const run = ({
    environment = production,
    ...changed
  }: Partial<Settings> & Pick<Checkout, 'environment'> = {}) =>
    setUp({
      ...{ ...settings, ...changed, environment },
      ...{ ...machine, build: () => machine.build(environment) },
    })
  const config = async (environment = production) =>
    readWranglerConfig(await writeConfig({ folder, environment }))
  return { account, folder, machine, wrangler, said, run, config }
}

/** The rows of the users of an installation. */
export function users({ databases, folder }: FakeAccount, name = 'edgecard') {
  const found = databases.find((each) => each.name === name)
  return new DatabaseSync(join(folder, `${found?.uuid}.sqlite`))
    .prepare('select id, username, email, password, access_level as level from users')
    .all()
}
