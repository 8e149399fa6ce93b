/** `npm run check`: types, lint, format, and nothing unused. */
import { spawnSync } from 'node:child_process'
import { usage } from './stop.ts'

usage(`
Usage: npm run check [-- --write]

Types (worker, web, its service worker, e2e, the rest), lint and format (biome), unused files, exports and dependencies (knip).
  --write    let biome repair what it can
`)

const write = process.argv.includes('--write') ? ['--write'] : []
const steps = [
  ['tsc', '-p', 'worker'],
  ['tsc', '-p', 'web'],
  ['tsc', '-p', 'web/service-worker'],
  ['tsc', '-p', 'e2e'],
  ['tsc'],
  ['biome', 'check', '--error-on-warnings', ...write],
  ['knip'],
  ['wrangler', 'types', '--include-runtime=false', '--strict-vars=false', '--check'],
]
const failed = steps.filter(
  ([command = '', ...args]) => spawnSync(command, args, { stdio: 'inherit' }).status !== 0,
)
for (const step of failed) console.error(`Failed: ${step.join(' ')}`)
process.exit(failed.length > 0 ? 1 : 0)
