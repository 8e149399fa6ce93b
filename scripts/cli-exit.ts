/** Arguments and exit codes of commands. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Prints the error and exits with code 1. */
export function exitWithError(sentence: string): never {
  console.error(sentence)
  throw process.exit(1)
}

/** Prints the usage and exits if `--help` or `-h` was given. */
export function printUsage(text: string) {
  if (!process.argv.some((argument: string) => argument === '--help' || argument === '-h')) return
  console.log(text.trim())
  process.exit(0)
}

/** Exits with an error if the command has an argument; for commands that take none. */
export function rejectArguments() {
  readArgs({}, 'This command takes no arguments. See --help.')
}

/** Parses the command's arguments; prints the error and exits if one is not an option. */
export function readArgs<T extends ParseArgsConfig>(config: T, error: string) {
  try {
    return parseArgs(config)
  } catch {
    return exitWithError(error)
  }
}
