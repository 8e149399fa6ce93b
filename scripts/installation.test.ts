import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { editToml } from './setup/config-file.ts'
import { installStandIn, newAccount, standIn } from './testing/wrangler-stand-in.ts'

vi.setConfig({ testTimeout: 120_000 })

const pepper = 'a pepper of more than 32 characters'
const ids = {
  production: '6f0c1d9e-0000-4000-8000-00000000000a',
  staging: '6f0c1d9e-0000-4000-8000-00000000000b',
}

/** An account with the databases of production and staging, and commands that work on it. */
async function installations() {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const databases = [
    { name: 'edgecard', uuid: ids.production },
    { name: 'edgecard-staging', uuid: ids.staging },
  ]
  const account = newAccount(join(folder, 'account'), { databases })
  const configFile = join(folder, 'wrangler.toml')
  const where: [string, string] = ['binding', 'DB']
  const production = { table: '[d1_databases]', where, values: { database_id: ids.production } }
  const staging = {
    table: '[env.staging.d1_databases]',
    where,
    values: { database_id: ids.staging },
  }
  writeFileSync(
    configFile,
    editToml(editToml(readFileSync('wrangler.toml', 'utf8'), production), staging),
  )
  const config = ['--remote', '--config', configFile]
  for (const env of ['--env=', '--env=staging'])
    await standIn(account, ['d1', 'migrations', 'apply', 'DB', ...config, env])
  const env = { ...installStandIn(account), PEPPER: pepper }
  return {
    run: (script: string, ...args: string[]) => {
      const options = { cwd: folder, encoding: 'utf8', env } as const
      const program = resolve('scripts', `${script}.ts`)
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], options)
      return [status, stderr]
    },
    users: (name: keyof typeof ids) =>
      new DatabaseSync(join(account.folder, `${ids[name]}.sqlite`))
        .prepare('select username, must_change_password as mustChange from users')
        .all(),
    workers: () => JSON.parse(readFileSync(join(account.folder, 'account.json'), 'utf8')).workers,
  }
}

test('with --env staging the administrator of staging is created, not that of production', async () => {
  const { run, users } = await installations()
  const staging = ['--remote', '--env', 'staging']
  expect(run('create-admin', '--username', 'grace', ...staging)).toEqual([0, ''])
  expect(users('production')).toEqual([])
  expect(users('staging')).toEqual([{ username: 'grace', mustChange: 1 }])
  expect(run('create-admin', '--recover', '--remote')).toEqual([
    1,
    'There is no user 1 to recover. Run the command without --recover.\n',
  ])
})

test('with --env staging the PEPPER of staging is rotated, not that of production', async () => {
  const { run, workers } = await installations()
  expect(run('rotate-pepper', '--remote', '--env', 'staging')).toEqual([0, ''])
  const { 'edgecard-staging': staging, ...others } = workers()
  expect(staging.secrets).toEqual({
    PEPPER: expect.stringMatching(/^[0-9a-f]{64}$/),
    PREVIOUS_PEPPER: pepper,
  })
  expect(others).toEqual({})
})
