/** `npm run fsck`: verifies the rollups against the events, and the referential integrity of the databases. */

import { findIntegrityErrors } from '../worker/operations/integrity-checks.ts'
import { verifyRollups } from '../worker/tracking/verify-rollups.ts'
import { readArgs, startCommand } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'

startCommand(`
Usage: npm run fsck

Recounts every card's days from its events and its fortnights from its days, compares them with the stored totals, and
looks for orphaned rows. Prints a line per check. The exit code is 1 if a check fails.
Stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const maxShown = 20

readArgs({})
const { env, close } = await openLocal()
const differences = await verifyRollups(env)
const findings = [
  { rule: 'every total matches its events', broken: differences.length },
  ...(await findIntegrityErrors(env)),
]
await close()

for (const { rule, broken } of findings)
  console.log(broken === 0 ? `ok      ${rule}` : `FAILED  ${rule}: ${broken}`)
for (const { cardId, day, what } of differences.slice(0, maxShown))
  console.log(`        card ${cardId}, ${day}: ${what}`)
process.exitCode = findings.some(({ broken }) => broken > 0) ? 1 : 0
