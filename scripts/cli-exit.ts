/** Arguments, errors and exit codes of commands. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An error that whoever runs the command can act on; the message is one sentence. */
export class CommandError extends Error {}

/** Ends the command with the sentence and exit code 1, if the command began with `startCommand`. */
export function exitWithError(sentence: string): never {
  throw new CommandError(sentence)
}

/** Prints the usage and exits if `--help` or `-h` was given. Prints an uncaught `CommandError` as one sentence. */
export function startCommand(usage: string) {
  process.on('uncaughtException', (error: unknown) => {
    console.error(error instanceof CommandError ? error.message : error)
    process.exit(1)
  })
  if (!process.argv.some((argument: string) => argument === '--help' || argument === '-h')) return
  console.log(usage.trim())
  process.exit(0)
}

/** Throws a `CommandError` if the command has an argument; for commands that take none. */
export function rejectArguments(args?: string[]) {
  readArgs({ args }, 'This command takes no arguments. See --help.')
}

/** Parses the arguments, by default those of this process; throws a `CommandError` if one is not an option. */
export function readArgs<T extends ParseArgsConfig>(config: T, error: string) {
  try {
    return parseArgs(config)
  } catch {
    return exitWithError(error)
  }
}
