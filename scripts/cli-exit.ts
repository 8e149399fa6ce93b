/** Ends a command that cannot go on: one sentence, exit code 1. */
export function exitWithError(sentence: string): never {
  console.error(sentence)
  throw process.exit(1)
}

/** Prints the usage and ends, when `--help` or `-h` was asked for. */
export function printUsage(text: string) {
  if (!process.argv.some((argument: string) => argument === '--help' || argument === '-h')) return
  console.log(text.trim())
  process.exit(0)
}
