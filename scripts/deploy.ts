/** `npm run deploy`: checks the configuration, applies the migrations and deploys the worker. */
import { readFileSync, writeFileSync } from 'node:fs'
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
In Workers Builds (WORKERS_CI=1), such as after the Deploy button, only wrangler.toml is checked.
docs/deploy.md describes the way from an empty account to a live card.
`)

const { despite, env: environment } = deployArguments()

const isBuilds = process.env.WORKERS_CI === '1'
await examine()
await build(environment)
if (isBuilds) allowMissingSecrets()
await migrateRemote(environment)
run('wrangler', 'deploy', '--config', builtConfig)

// The stores cannot be opened with an incomplete configuration, and in Workers Builds there may be no secret yet.
async function examine() {
  const findings = await doctorConfig({ secrets: !isBuilds, environment })
  const isError = () => findings.some(({ level }) => level === 'error')
  if (!isError() && !isBuilds) {
    const check = (env: Bindings) => doctorStores(env, process.env.PEPPER, { skipMigrations: true })
    findings.push(...(await inInstallation({ remote: true, env: environment }, check)))
  }
  for (const finding of findings) console.log(printedFinding(finding))
  if (isError() && !despite)
    exitWithError(
      'Nothing was deployed. Fix these problems first, or run npm run deploy -- --despite.',
    )
}

// Wrangler refuses a first deployment without a required secret, and when the Deploy button sets it is not documented.
// Without the secret nobody can sign in, and no first user can be created.
function allowMissingSecrets() {
  const { secrets: _, ...config } = JSON.parse(readFileSync(builtConfig, 'utf8'))
  writeFileSync(builtConfig, JSON.stringify(config))
}
