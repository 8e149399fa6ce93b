/** `npm run licenses`: writes the licenses of all packages to docs/licenses.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { exitWithError, rejectArguments, startCommand } from './cli-exit.ts'
import { licensesPage, readLock, supplyFindings } from './supply.ts'

startCommand(`
Usage: npm run licenses

Writes docs/licenses.md from package-lock.json. Stops if a license or an install script is not allowed in
scripts/supply.ts; npm test checks the same.
`)

rejectArguments()
const lock = readLock()
const findings = supplyFindings(lock, JSON.parse(readFileSync('package.json', 'utf8')).allowScripts)
for (const finding of findings) console.error(finding)
if (findings.length > 0) exitWithError('Nothing was written.')
writeFileSync('docs/licenses.md', licensesPage(lock))
console.log('Wrote docs/licenses.md')
