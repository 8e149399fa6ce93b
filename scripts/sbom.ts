/** `npm run sbom`: prints a software bill of materials as CycloneDX JSON. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'

printUsage(`
Usage: npm run sbom [-- FILE]

Prints the runtime dependencies as CycloneDX JSON, or writes them to the file.
`)

const {
  positionals: [file, ...rest],
} = readArgs({ allowPositionals: true }, 'Give the name of a file. See --help.')
if (rest.length > 0) exitWithError('Give one file only. See --help.')
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
const { status, stdout, stderr } = spawnSync('npm', [...args, '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
if (status !== 0) exitWithError(`npm could not list the packages: ${stderr.trim().split('\n')[0]}`)
if (file) writeFileSync(file, stdout)
else console.log(stdout)
