/** `npm run deploy`: checks the configuration, applies the migrations and deploys the worker. */
import type { Bindings } from '../worker/env.ts'
import { deployArguments } from './arguments.ts'
import { build, writeBuiltConfig } from './build.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { deploy, deployAll, type Machine } from './deploy/deploy.ts'
import { overview } from './deploy/overview.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import type { Checkout } from './environments/list.ts'
import { inInstallation } from './installation.ts'
import { wranglerProgram } from './setup/wrangler.ts'

startCommand(`
Usage: npm run deploy [-- --env NAME | --all] [--despite]
       npm run deploy -- --list

Runs npm run doctor and stops if it finds a problem; a warning does not stop it. Then builds, applies all migrations to your
Cloudflare account and deploys the worker.
  --env      deploys another environment than production, such as staging
  --all      deploys every environment in the order of environments.json, and stops at the first that fails or is not healthy
  --list     only shows what is deployed: address, version, newest migration and health of every environment
  --despite  deploys even if the doctor finds problems
docs/deploy.md describes the way from an empty account to a live card.
`)

const { all, list, despite, env: environment } = deployArguments()
const wrangler = wranglerProgram()
const machine: Machine = {
  wrangler,
  examine,
  build: async (name) => {
    await build()
    return writeBuiltConfig(name)
  },
  say: (line) => console.log(line),
}
if (all || list) await showAll(list ? undefined : await deployAll(machine, { despite }))
else await deploy(machine, { environment, despite })

/** Prints the table, and then the failure of a deployment. */
async function showAll(failure?: string) {
  const { lines, isHealthy } = await overview({ wrangler })
  for (const line of lines) console.log(line)
  if (failure) exitWithError(failure)
  if (!isHealthy) exitWithError('Not every environment is healthy.')
}

// The stores cannot be opened with an incomplete configuration.
async function examine(checkout: Checkout) {
  const findings = await doctorConfig(checkout, { wrangler })
  if (findings.some(({ level }) => level === 'error')) return findings
  const check = (env: Bindings) => doctorStores(env, process.env.PEPPER, { skipMigrations: true })
  const target = { remote: true, env: checkout.environment }
  return [...findings, ...(await inInstallation(target, check))]
}
