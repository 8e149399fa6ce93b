/** Arguments, errors and exit codes of commands. */
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** An error that whoever runs the command can act on; the message is one sentence. */
export class CommandError extends Error {}

/** Ends the command with the sentence and exit code 1, if the command began with `startCommand`. */
export function exitWithError(sentence: string): never {
  throw new CommandError(sentence)
}

/** Prints an uncaught `CommandError` as one sentence. */
export function printErrors() {
  process.on('uncaughtException', (error: unknown) => {
    console.error(error instanceof CommandError ? error.message : error)
    process.exit(1)
  })
}

/** Prints the usage and exits if `--help` or `-h` was given. Prints errors as `printErrors` does. */
export function startCommand(usage: string) {
  printErrors()
  if (!process.argv.some((argument: string) => argument === '--help' || argument === '-h')) return
  console.log(usage.trim())
  process.exit(0)
}

/** An option with a value, and one without. */
export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

/**
 * Parses the arguments, by default those of this process: options, and at most as many `names`. Throws a `CommandError`
 * about the first wrong one.
 */
export function readArgs<O extends ParseArgsOptionsConfig>(
  options: O,
  { args, names = 0 }: { args?: string[]; names?: number } = {},
) {
  const parsed = parse<{ args?: string[]; options: O; allowPositionals: true }>({
    ...{ args, options, allowPositionals: true },
  })
  const extra = parsed.positionals[names]
  if (extra !== undefined) exitWithError(`Unexpected argument '${extra}'. See --help.`)
  return parsed
}

function parse<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    // Node adds how to write an argument that begins with a dash.
    const [sentence] = error instanceof Error ? error.message.split(/\.\s/) : []
    return exitWithError(`${sentence}. See --help.`)
  }
}
