/** `npm run events:replay`: records pending events and dead letters. */
import { replayEvents } from '../worker/tracking/dead-letters.ts'
import { eventsReplayArguments } from './arguments.ts'
import { startCommand } from './cli-exit.ts'
import { inInstallation, installationUsage } from './installation.ts'

startCommand(`
Usage: npm run events:replay -- [--since 2026-11-20] [--remote [--env NAME]]

Records the events in the inbox and the dead letters, in the databases and in the bucket, that were received since that
day or time (UTC). Safe to repeat: an event counts once. Events that still cannot be recorded are kept, and the exit code
is 1.
${installationUsage}
Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { since, target } = eventsReplayArguments()
const { recorded, left } = await inInstallation(target, (env) => replayEvents(env, since))
console.log(`${recorded} recorded, ${left} left.`)
process.exitCode = left > 0 ? 1 : 0
