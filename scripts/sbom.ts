/** `npm run sbom`: prints a software bill of materials as CycloneDX JSON. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { sbomArguments } from './arguments.ts'
import { exitWithError, startCommand } from './cli-exit.ts'

startCommand(`
Usage: npm run sbom [-- FILE]

Prints the runtime dependencies as CycloneDX JSON, or writes them to the file.
`)

const file = sbomArguments()
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
const { status, stdout, stderr } = spawnSync('npm', [...args, '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
if (status !== 0) exitWithError(`npm could not list the packages: ${stderr.trim().split('\n')[0]}`)
if (file) writeFileSync(file, stdout)
else console.log(stdout)
