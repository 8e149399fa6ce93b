/** `npm run doctor`: checks the production configuration. */
import type { Bindings } from '../worker/env.ts'
import { doctorArguments } from './arguments.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import { printedFinding } from './doctor/findings.ts'
import { inInstallation } from './installation.ts'
import { wranglerProgram } from './setup/wrangler.ts'

startCommand(`
Usage: npm run doctor [-- --remote | --local] [--env NAME]

Checks wrangler.toml and environments.json, and prints every problem and how to fix it. The exit code is 1 if there is one.
A warning is no problem: the product works without what it says. npm run deploy runs it first.
  --env      checks another environment than production, such as staging
  --remote   also checks the secrets, databases and backups in your Cloudflare account
  --local    also checks the local databases, as if they were public; stop the server first
Environment: PEPPER, the deployed secret: if set, its length and the demo passwords are checked too. The secrets of wallet
passes (docs/wallet.md): if set, certificates and keys are checked.
`)

const { remote, local, env: environment } = doctorArguments()
const wrangler = remote ? wranglerProgram() : undefined
const findings = await doctorConfig({ environment }, { wrangler })
if (remote || local) {
  const check = (env: Bindings) => doctorStores(env, env.PEPPER ?? process.env.PEPPER)
  findings.push(...(await inInstallation({ remote, env: environment }, check)))
}
for (const finding of findings) console.log(printedFinding(finding))
const problems = findings.filter(({ level }) => level === 'error').length
if (problems > 0) exitWithError(`${problems} ${problems === 1 ? 'problem' : 'problems'} found.`)
console.log('No problems found.')
