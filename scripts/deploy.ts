/** `npm run deploy`: checks the configuration, applies the migrations and deploys the worker. */
import type { Bindings } from '../worker/env.ts'
import { deployArguments } from './arguments.ts'
import { build, builtConfig } from './build.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { doctorConfig, doctorStores } from './doctor/facts.ts'
import { printedFinding } from './doctor/findings.ts'
import { inInstallation, migrateRemote, run } from './installation.ts'

startCommand(`
Usage: npm run deploy [-- --env NAME] [--despite]

Runs npm run doctor and stops if it finds a problem; a warning does not stop it. Then builds, applies all migrations to your
Cloudflare account and deploys the worker.
  --env      deploys a named environment of wrangler.toml, such as staging
  --despite  deploys even if the doctor finds problems
docs/deploy.md describes the way from an empty account to a live card.
`)

const { despite, env: environment } = deployArguments()

await examine()
await build(environment)
await migrateRemote(environment)
run('wrangler', 'deploy', '--config', builtConfig)

// The stores cannot be opened with an incomplete configuration.
async function examine() {
  const findings = await doctorConfig({ secrets: true, environment })
  const isError = () => findings.some(({ level }) => level === 'error')
  if (!isError()) {
    const check = (env: Bindings) => doctorStores(env, process.env.PEPPER, { skipMigrations: true })
    findings.push(...(await inInstallation({ remote: true, env: environment }, check)))
  }
  for (const finding of findings) console.log(printedFinding(finding))
  if (isError() && !despite)
    exitWithError(
      'Nothing was deployed. Fix these problems first, or run npm run deploy -- --despite.',
    )
}
