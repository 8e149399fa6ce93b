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
