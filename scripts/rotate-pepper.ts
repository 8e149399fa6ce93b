/** `npm run rotate-pepper`: sets a new PEPPER beside the former one, and later removes the former one. */
import { reencryptSecondFactors } from '../worker/accounts/second-factor.ts'
import { countFormerHashes, pepperId } from '../worker/platform/secrets.ts'
import { rotatePepperArguments } from './arguments.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { writeConfig } from './environments/config.ts'
import { inInstallation } from './installation.ts'
import { claimDataDir, rotatePepper } from './local/data-dir.ts'
import { rotateRemotePepper } from './setup/administrator.ts'
import { mustRun, wranglerProgram } from './setup/wrangler.ts'

startCommand(`
Usage: npm run rotate-pepper [-- --finish] [--remote [--env NAME]]

Creates a new PEPPER and keeps the previous one as PREVIOUS_PEPPER. Passwords are rehashed at sign-in, the cron job
re-encrypts second factors within the hour, and no one is signed out.
  --finish   removes the previous one when it is no longer needed; says how many people would need a reset link
  --remote   rotates the worker's secrets in your Cloudflare account. PEPPER must be the current secret; it becomes
             PREVIOUS_PEPPER, and the new one is printed once
  --env      with --remote, another environment than production, such as staging
Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { finish, target } = rotatePepperArguments()
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
  const configFile = await writeConfig({ environment: target.env })
  const site = { wrangler: wranglerProgram(), configFile }
  if (!finish) return rotateRemotePepper({ ...site, say: (line) => console.log(line) }, pepper)
  await report(pepper)
  await mustRun(site.wrangler, ['secret', 'delete', 'PREVIOUS_PEPPER', '--config', configFile])
  console.log(`PEPPER is ${pepperId(pepper)} alone`)
}

async function report(pepper?: string) {
  const outdated = await inInstallation(target, async (env) => {
    const bindings = pepper ? { ...env, PEPPER: pepper } : env
    if (!pepper)
      for (let from: number | undefined = 0; from !== undefined; )
        from = await reencryptSecondFactors(bindings, { from })
    const secrets =
      (await bindings.DB.prepare('select count(*) as n from second_factors where secret not like ?')
        .bind(`${pepperId(bindings.PEPPER)}.%`)
        .first<number>('n')) ?? 0
    const passwords = await countFormerHashes(bindings)
    console.log(`${passwords} passwords and ${secrets} second factors still use a previous pepper`)
    return secrets
  })
  if (finish && outdated)
    exitWithError('Wait an hour for the cron job to re-encrypt the second factors.')
}
