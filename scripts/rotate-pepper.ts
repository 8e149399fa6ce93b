/** `npm run rotate-pepper`: sets a new PEPPER beside the former one, and later removes the former one. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rotateEncryption } from '../worker/auth/rotate-encryption.ts'
import { countFormerHashes, pepperId } from '../worker/platform/peppers.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { installationOptions, openInstallation, requireInstallation } from './installation.ts'
import { claimDataDir, rotatePepper } from './local/data-dir.ts'

printUsage(`
Usage: npm run rotate-pepper [-- --finish] [--remote [--env NAME]]

Creates a new PEPPER and keeps the previous one as PREVIOUS_PEPPER. Passwords are rehashed at sign-in, the cron job
re-encrypts second factors within the hour, and no one is signed out.
  --finish   removes the previous one when it is no longer needed; says how many people would need a reset link
  --remote   rotates the worker's secrets in your Cloudflare account. PEPPER must be the current secret; it becomes
             PREVIOUS_PEPPER, and the new one is printed once
  --env      with --remote, a named environment of wrangler.toml, such as staging
Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { finish, ...target } = readArgs(
  { options: { ...installationOptions, finish: { type: 'boolean', default: false } } },
  'The options are --finish, --remote and --env NAME. See --help.',
).values
requireInstallation(target)
if (target.remote) await runRemote()
else await runLocal()

async function runLocal() {
  claimDataDir()
  if (finish) await report()
  const state = rotatePepper({ finish })
  if (!state) return exitWithError('There is no previous pepper.')
  if (!finish) await report()
  console.log(
    `PEPPER is ${pepperId(state.pepper)}${finish ? ' alone' : ', alongside the previous one'}`,
  )
}

async function runRemote() {
  const pepper = process.env.PEPPER
  if (!pepper) return exitWithError("Set PEPPER to the worker's secret and try again.")
  if (finish) {
    await report(pepper)
    wrangler(['secret', 'delete', 'PREVIOUS_PEPPER'])
    return console.log(`PEPPER is ${pepperId(pepper)} alone`)
  }
  const next = randomBytes(32).toString('hex')
  console.log(`The new PEPPER, shown only once. Store it with the previous one: ${next}`)
  // In this order every hash is always covered by one of the two.
  wrangler(['secret', 'put', 'PREVIOUS_PEPPER'], pepper)
  wrangler(['secret', 'put', 'PEPPER'], next)
  console.log(`PEPPER is ${pepperId(next)}, alongside the previous one`)
}

async function report(pepper?: string) {
  const { env, close } = await openInstallation(target)
  const bindings = pepper ? { ...env, PEPPER: pepper } : env
  if (!pepper)
    for (let from: number | undefined = 0; from !== undefined; )
      from = await rotateEncryption(bindings, { from })
  const outdated = await bindings.DB.prepare(
    'select count(*) as n from second_factors where secret not like ?',
  )
    .bind(`${pepperId(bindings.PEPPER)}.%`)
    .first<number>('n')
  console.log(
    `${await countFormerHashes(bindings)} passwords and ${outdated ?? 0} second factors still use a previous pepper`,
  )
  await close()
  if (finish && outdated)
    exitWithError('Wait an hour for the cron job to re-encrypt the second factors.')
}

function wrangler(args: string[], input = '') {
  const { status } = spawnSync('wrangler', [...args, `--env=${target.env ?? ''}`], {
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, WRANGLER_LOG: 'log' },
  })
  if (status !== 0) exitWithError(`Stopped: wrangler ${args.join(' ')} failed. No later steps ran.`)
}
