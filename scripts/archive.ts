/** `npm run archive`: verifies the event archive against its manifests and restores days from it. */
import { listDays, restoreDay, verifyDay } from '../worker/operations/archive/restore-archive.ts'
import { archiveArguments } from './arguments.ts'
import { startCommand } from './cli-exit.ts'
import { installationUsage, openInstallation } from './installation.ts'

startCommand(`
Usage: npm run archive -- verify|restore [YYYY-MM-DD [YYYY-MM-DD]] [--remote [--env NAME]]

verify   reads every part of every archived day, or of the day or range given, and compares it with the day's manifest
restore  verifies the same days, adds missing events to the analytics databases, reads them back and compares their
         count and SHA-256. Totals are created where a card has none for the day; existing totals are left unchanged.
         Events older than EVENT_RETENTION_DAYS are deleted again within the hour: raise it first to keep them
Both are safe to repeat. Prints a line per day. The exit code is 1 if a day is incomplete or damaged.
${installationUsage}
Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { command, first, last, target } = archiveArguments()
const { env, close } = await openInstallation(target)
const days = (await listDays(env)).filter((day) => !first || (day >= first && day <= last))
if (first && first === last && days.length === 0) days.push(first)
let broken = 0
for (const day of days) {
  const { errors, summary } = await (command === 'restore' ? restore(day) : verify(day))
  if (errors.length > 0) broken += 1
  console.log(
    errors.length === 0 ? `ok      ${day}${summary}` : `FAILED  ${day}: ${errors.join('; ')}`,
  )
}
await close()
console.log(`${days.length} ${days.length === 1 ? 'day' : 'days'}, ${broken} broken`)
process.exitCode = broken > 0 ? 1 : 0

async function verify(day: string) {
  return { errors: await verifyDay(env, day), summary: '' }
}

async function restore(day: string) {
  const { errors, events, added, totals, sha256 } = await restoreDay(env, day)
  return {
    errors,
    summary: `  ${events} events, ${added} of them added, totals of ${totals} cards made, sha256 ${sha256}`,
  }
}
