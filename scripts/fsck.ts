/** `npm run fsck`: verifies the rollups against the events, and the referential integrity of the databases. */
import { verifyRollups } from '../worker/events/verify-rollups.ts'
import { findIntegrityErrors } from '../worker/ops/integrity-checks.ts'
import { printUsage } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'

printUsage(`
Usage: npm run fsck

Counts every day of every card again from its events, and every fortnight from its days, and compares
them with the totals on the screens, then looks for rows that point at nothing. Prints a line per check; exit code 1 when one of them fails.
Stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const maxShown = 20

const { env, close } = await openLocal()
const differences = await verifyRollups(env)
const findings = [
  { rule: 'every total is the sum of its events', broken: differences.length },
  ...(await findIntegrityErrors(env)),
]
await close()

for (const { rule, broken } of findings)
  console.log(broken === 0 ? `ok      ${rule}` : `FAILED  ${rule}: ${broken}`)
for (const { cardId, day, what } of differences.slice(0, maxShown))
  console.log(`        card ${cardId}, ${day}: ${what}`)
process.exitCode = findings.some(({ broken }) => broken > 0) ? 1 : 0
