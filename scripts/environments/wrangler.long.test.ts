import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newCheckout } from '../testing/setup-site.ts'
import { installStandIn, newAccount } from '../testing/wrangler-stand-in.ts'
import { updateEnvironment } from './list.ts'

const folder = realpathSync(newCheckout())
updateEnvironment({ folder, environment: 'acme' }, {})
const account = newAccount(join(folder, 'account'))
const env = installStandIn(account)

/** Runs `npm run wrangler` with the arguments, and returns what wrangler was given. */
function run(...args: string[]) {
  const program = [resolve('scripts/wrangler.ts'), ...args]
  const { status, stderr } = spawnSync(process.execPath, program, {
    ...{ cwd: folder, env, encoding: 'utf8' },
  })
  const calls = status === 0 ? readFileSync(join(account.folder, 'calls.txt'), 'utf8') : ''
  return { status, stderr, given: calls.trim().split('\n').at(-1) }
}

const config = (name: string) => join('.wrangler', 'environments', `${name}.json`)

test.each([
  [['d1', 'list'], `d1 list --config ${config('production')}`],
  [['d1', 'list', '--env', 'acme', '--json'], `d1 list --json --config ${config('acme')}`],
  [['--env=acme', 'd1', 'list'], `d1 list --config ${config('acme')}`],
  [['d1', 'list', '--config', 'wrangler.toml'], 'd1 list --config wrangler.toml'],
])('%j reaches wrangler with the configuration of the environment', (args, given) => {
  expect(run(...args)).toEqual({ status: 0, stderr: '', given })
})

test('an unknown environment is refused', () => {
  const { status, stderr } = run('d1', 'list', '--env', 'moon')
  expect([status, stderr]).toEqual([1, expect.stringContaining('environments.json has no')])
})
