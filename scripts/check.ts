/** `npm run check`: types, lint, format and unused code. */
import { spawnSync } from 'node:child_process'
import { flag, readArgs, startCommand } from './cli-exit.ts'

startCommand(`
Usage: npm run check [-- --write]

Types (worker, web, its service worker, e2e, the rest), lint and format (biome), unused files, exports and dependencies (knip).
  --write    lets biome fix what it can
`)

const write = readArgs({ write: flag }).values.write ? ['--write'] : []
const steps = [
  ...['worker', 'web', 'web/service-worker', 'e2e', '.'].map(typeCheck),
  ['biome', 'check', '--error-on-warnings', ...write],
  ['knip'],
  ['wrangler', 'types', '--include-runtime=false', '--strict-vars=false', '--check'],
]
const failed = steps.filter(
  ([command = '', ...args]) => spawnSync(command, args, { stdio: 'inherit' }).status !== 0,
)
for (const step of failed) console.error(`Failed: ${step.join(' ')}`)
process.exit(failed.length > 0 ? 1 : 0)

// Several checkers use a third more CPU time, as each repeats work of the others.
function typeCheck(project: string): string[] {
  return ['tsc', '-p', project, '--checkers', '1']
}
