/** `npm run events:replay`: records pending events and dead letters. */
import { replayEvents } from '../worker/events/replay.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'
import { openRemote } from './remote.ts'

printUsage(`
Usage: npm run events:replay -- [--since 2026-11-20] [--remote]

Records the events in the inbox and the dead letters, in the databases and in the bucket, that were received since that
day or time (UTC). Safe to repeat: an event counts once. Events that still cannot be recorded are kept, and the exit code
is 1.
  --remote   use your Cloudflare account instead of the local databases
Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { values } = readArgs(
  { options: { since: { type: 'string' }, remote: { type: 'boolean' } } },
  'The options are --since and --remote. See --help.',
)
const since = values.since === undefined ? 0 : Date.parse(values.since)
if (Number.isNaN(since))
  exitWithError('--since must be a day or a time, such as 2026-11-20 or 2026-11-20T08:00Z.')

const { env, close } = await (values.remote ? openRemote() : openLocal())
const { recorded, left } = await replayEvents(env, since)
await close()
console.log(`${recorded} recorded, ${left} left.`)
process.exitCode = left > 0 ? 1 : 0
