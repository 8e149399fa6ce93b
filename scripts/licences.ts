/** `npm run licences`: writes the licenses of all packages to docs/licences.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { exitWithError, printUsage } from './cli-exit.ts'
import { licencesPage, readLock, supplyFindings } from './supply.ts'

printUsage(`
Usage: npm run licences

Writes docs/licences.md from package-lock.json. Stops if a license or an install script is not allowed in
scripts/supply.ts; npm test checks the same.
`)

const lock = readLock()
const findings = supplyFindings(lock, JSON.parse(readFileSync('package.json', 'utf8')).allowScripts)
for (const finding of findings) console.error(finding)
if (findings.length > 0) exitWithError('Nothing was written.')
writeFileSync('docs/licences.md', licencesPage(lock))
console.log('Wrote docs/licences.md')
