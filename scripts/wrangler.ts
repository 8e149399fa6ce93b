/**
 * `npm run wrangler`: runs the project's wrangler with the project's Node, for production or the environment after `--env`.
 * Wrangler needs Node 22 or later.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { printErrors } from './cli-exit.ts'
import { writeConfig } from './environments/config.ts'
import { requireEnvironment } from './environments/list.ts'

printErrors()
const args = await configured(process.argv.slice(2))
const env = { ...process.env, WRANGLER_LOG: 'log' }
const { status } = spawnSync('wrangler', args, { stdio: 'inherit', env })
process.exit(status ?? 1)

/** The arguments with the configuration of the environment, unless they name a configuration. */
async function configured(given: string[]): Promise<string[]> {
  const options = {
    env: { type: 'string', short: 'e' },
    config: { type: 'string', short: 'c' },
  } as const
  const { tokens } = parseArgs({ args: given, options, strict: false, tokens: true })
  const optionOf = (name: string) =>
    tokens.find((token) => token.kind === 'option' && token.name === name)
  if (optionOf('config')) return given
  const named = optionOf('env')
  if (named?.kind !== 'option') return [...given, '--config', await writeConfig()]
  requireEnvironment(named.value)
  const rest = given.toSpliced(named.index, named.inlineValue ? 1 : 2)
  return [...rest, '--config', await writeConfig({ environment: named.value })]
}
