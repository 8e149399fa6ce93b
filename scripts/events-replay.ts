/** `npm run events:replay`: records pending events and dead letters. */
import { replayEvents } from '../worker/events/replay.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import {
  installationOptions,
  installationUsage,
  openInstallation,
  requireInstallation,
} from './installation.ts'

printUsage(`
Usage: npm run events:replay -- [--since 2026-11-20] [--remote [--env NAME]]

Records the events in the inbox and the dead letters, in the databases and in the bucket, that were received since that
day or time (UTC). Safe to repeat: an event counts once. Events that still cannot be recorded are kept, and the exit code
is 1.
${installationUsage}
Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { since: day, ...target } = readArgs(
  { options: { ...installationOptions, since: { type: 'string' } } },
  'The options are --since DAY, --remote and --env NAME. See --help.',
).values
const since = day === undefined ? 0 : Date.parse(day)
if (Number.isNaN(since) || (day !== undefined && !/^\d{4}-\d\d-\d\d/.test(day)))
  exitWithError('--since must be a day or a time, such as 2026-11-20 or 2026-11-20T08:00Z.')

requireInstallation(target)
const { env, close } = await openInstallation(target)
const { recorded, left } = await replayEvents(env, since)
await close()
console.log(`${recorded} recorded, ${left} left.`)
process.exitCode = left > 0 ? 1 : 0
