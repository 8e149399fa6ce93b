/** `npm run doctor`: checks the production configuration. */
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import { openLocal } from './local/open-local.ts'
import { openRemote } from './remote.ts'

printUsage(`
Usage: npm run doctor [-- --remote | --local]

Checks wrangler.toml as a production configuration, and prints every problem and how to fix it. The exit code is 1 if there
is one. npm run deploy runs it first.
  --remote   also checks the secrets, databases and backups in your Cloudflare account
  --local    also checks the local databases, as if they were public; stop the server first
Environment: PEPPER, the deployed secret: if set, its length and the demo passwords are checked too.
`)

const { remote, local } = readArgs(
  { options: { remote: { type: 'boolean', default: false }, local: { type: 'boolean' } } },
  'The options are --remote and --local. See --help.',
).values
const findings = [...(await doctorConfig({ secrets: remote }))]
if (remote || local) {
  const { env, close } = await (remote ? openRemote() : openLocal())
  findings.push(...(await doctorStores(env, env.PEPPER ?? process.env.PEPPER)))
  await close()
}
for (const finding of findings) console.log(finding)
if (findings.length > 0)
  exitWithError(`${findings.length} ${findings.length === 1 ? 'problem' : 'problems'} found.`)
console.log('No problems found.')
