/** `npm run deploy`: checks the configuration, applies the migrations and deploys the worker. */
import { build } from './build.ts'
import { exitWithError, printUsage } from './cli-exit.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import { migrateRemote, openRemote, run } from './remote.ts'

printUsage(`
Usage: npm run deploy [-- --despite]

Asks npm run doctor first and stops when it finds something; then builds, applies the migrations of all databases to your Cloudflare account, then deploys the worker.
  --despite  goes on in spite of what the doctor finds
docs/deploy.md leads from an empty account to a live card.
`)

await examine()
await build()
await migrateRemote()
run('wrangler', 'deploy', '--config', 'dist/edgecard/wrangler.json')

// With an incomplete configuration the stores cannot be opened.
async function examine() {
  const findings = await doctorConfig({ secrets: true })
  if (findings.length === 0) {
    const { env, close } = await openRemote()
    findings.push(...(await doctorStores(env, process.env.PEPPER, { skipMigrations: true })))
    await close()
  }
  for (const finding of findings) console.log(finding)
  if (findings.length > 0 && !process.argv.includes('--despite'))
    exitWithError('Nothing was deployed. Mend these first, or npm run deploy -- --despite.')
}
