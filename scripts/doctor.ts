/** `npm run doctor`: checks the production configuration. */
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import { openLocal } from './local/open-local.ts'
import { openRemote } from './remote.ts'

printUsage(`
Usage: npm run doctor [-- --remote | --local]

Reads wrangler.toml as a configuration for production and prints a sentence for everything that is wrong with it, and what
to do; exit code 1 when there is any. npm run deploy runs it first.
  --remote   also the secrets, databases and backups of your Cloudflare account
  --local    also the local databases, as if they were public; stop the server first
Environment: PEPPER, the deployed secret: with it, its length and the demo's passwords are checked, too.
`)

const { remote, local } = readArgs(
  { options: { remote: { type: 'boolean', default: false }, local: { type: 'boolean' } } },
  'The options are --remote and --local; see --help.',
).values
const findings = [...(await doctorConfig({ secrets: remote }))]
if (remote || local) {
  const { env, close } = await (remote ? openRemote() : openLocal())
  findings.push(...(await doctorStores(env, env.PEPPER ?? process.env.PEPPER)))
  await close()
}
for (const finding of findings) console.log(finding)
if (findings.length > 0)
  exitWithError(
    `${findings.length} ${findings.length === 1 ? 'thing is' : 'things are'} to be mended.`,
  )
console.log('Nothing is wrong.')
