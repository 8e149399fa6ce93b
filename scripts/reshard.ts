/** `npm run reshard`: moves shards to the databases that `ANALYTICS_SHARDS` names. */
import { dropMoved, move, planMoves } from '../worker/ops/reshard.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'
import { migrateRemote, openRemote } from './remote.ts'

printUsage(`
Usage: npm run reshard [-- --drop] [-- --remote]

Moves shards of cards between analytics databases until each is where ANALYTICS_SHARDS of wrangler.toml says, and
proves every table by its count and SHA-256. Safe to repeat after being killed. Events go on being taken: those of a
moving shard wait in the inbox, and are recorded once the worker runs with the new ANALYTICS_SHARDS.
  --drop     afterwards, when the worker has been deployed: deletes what has moved from where it was
  --remote   in your Cloudflare account instead of the local databases
docs/scale.md says when, and how. Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { remote, drop } = readArgs(
  { options: { remote: { type: 'boolean' }, drop: { type: 'boolean' } } },
  'The options are --drop and --remote; see --help.',
).values
if (remote) await migrateRemote()
const { env, close } = await (remote ? openRemote() : openLocal())
const failure = await (drop ? dropAll() : moveAll()).then(
  () => undefined,
  (error: unknown) => String(error),
)
await close()
if (failure) exitWithError(`${failure}. Nothing was given up; run it again.`)

async function moveAll() {
  const moves = await planMoves(env)
  for (const each of moves) {
    console.log(`Shards ${each.shards.join(', ')}: ${each.from} → ${each.to}`)
    for (const { table, rows, sha256 } of await move(env, each))
      console.log(
        `  equal  ${table.padEnd(14)} ${String(rows).padStart(10)} rows  sha256 ${sha256}`,
      )
  }
  console.log(
    moves.length === 0
      ? 'Every shard is where ANALYTICS_SHARDS says.'
      : `Moved. ${remote ? 'Now npm run deploy, then npm run reshard -- --remote --drop.' : 'After the next start, npm run reshard -- --drop frees the space.'}`,
  )
}

async function dropAll() {
  const rows = await dropMoved(env)
  console.log(`${rows} rows that had moved were deleted.`)
}
