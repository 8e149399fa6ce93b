import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '../worker/accounts/passwords.ts'
import { hashAtFullCost, hashFast } from '../worker/testing/fast-hashing.ts'
import { writeConfig } from './environments/config.ts'
import { updateEnvironment } from './environments/list.ts'
import { createFirstUser, recoverFirstUser } from './first-user.ts'
import { remoteDatabase, rotateRemotePepper } from './setup/administrator.ts'
import type { Wrangler } from './setup/wrangler.ts'
import { newCheckout } from './testing/setup-site.ts'
import { newAccount, standIn } from './testing/wrangler-stand-in.ts'

beforeAll(hashFast)
afterAll(hashAtFullCost)

const pepper = 'a pepper of more than 32 characters'
const ids = {
  production: '6f0c1d9e-0000-4000-8000-00000000000a',
  staging: '6f0c1d9e-0000-4000-8000-00000000000b',
}

/** An account with the databases of production and staging, and how commands reach them. */
async function installations() {
  const folder = newCheckout()
  const databases = [
    { name: 'edgecard', uuid: ids.production },
    { name: 'edgecard-staging', uuid: ids.staging },
  ]
  const account = newAccount(join(folder, 'account'), { databases })
  const wrangler: Wrangler = (args, options) => standIn(account, args, options)
  const site = async (environment: keyof typeof ids) => {
    updateEnvironment({ folder, environment }, { ids: { DB: ids[environment] } })
    return { wrangler, configFile: await writeConfig({ folder, environment }) }
  }
  for (const environment of ['production', 'staging'] as const) {
    const { configFile } = await site(environment)
    await wrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', configFile])
  }
  return {
    site,
    users: (name: keyof typeof ids) =>
      new DatabaseSync(join(account.folder, `${ids[name]}.sqlite`))
        .prepare('select username, password, must_change_password as mustChange from users')
        .all(),
    workers: account.workers,
  }
}

test('the administrator of staging is created and recovered, not that of production', async () => {
  const { site, users } = await installations()
  const staging = remoteDatabase(await site('staging'))
  const grace = { username: 'grace', email: 'grace@b.test', pepper }
  await createFirstUser(staging, grace)
  expect(users('production')).toEqual([])
  expect(users('staging')).toMatchObject([{ username: 'grace', mustChange: 1 }])
  await expect(createFirstUser(staging, grace)).rejects.toThrow('User 1 already exists.')
  const secret = await recoverFirstUser(staging, { pepper })
  const [user] = users('staging')
  expect(await verifyPassword(secret, String(user?.password), { PEPPER: pepper })).toBe(true)
  await expect(
    recoverFirstUser(remoteDatabase(await site('production')), { pepper }),
  ).rejects.toThrow('There is no user 1 to recover. Run the command without --recover.')
})

test('the PEPPER of staging is rotated, not that of production', async () => {
  const { site, workers } = await installations()
  const said: string[] = []
  await rotateRemotePepper({ ...(await site('staging')), say: (line) => said.push(line) }, pepper)
  const { 'edgecard-staging': staging, ...others } = workers
  expect(staging?.secrets).toEqual({
    PEPPER: expect.stringMatching(/^[0-9a-f]{64}$/),
    PREVIOUS_PEPPER: pepper,
  })
  expect(said[0]).toContain(staging?.secrets.PEPPER)
  expect(others).toEqual({})
})

test.each(['create-admin', 'rotate-pepper'])(
  '%s does not touch an account without its pepper',
  (command) => {
    // No wrangler is found on this PATH.
    const env = { ...process.env, PATH: '/nowhere', PEPPER: '' }
    const args = [`scripts/${command}.ts`, '--remote']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      "Set PEPPER to the worker's secret and try again.\n",
    ])
  },
)
