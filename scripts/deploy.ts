/** `npm run deploy`: checks the configuration, applies the migrations and deploys the worker. */
import { build } from './build.ts'
import { exitWithError, printUsage } from './cli-exit.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import { migrateRemote, openRemote, run } from './remote.ts'

printUsage(`
Usage: npm run deploy [-- --despite]

Runs npm run doctor and stops if it finds a problem. Then builds, applies all migrations to your Cloudflare account and
deploys the worker.
  --despite  deploys even if the doctor finds problems
docs/deploy.md describes the way from an empty account to a live card.
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
    exitWithError(
      'Nothing was deployed. Fix these problems first, or run npm run deploy -- --despite.',
    )
}
