/** `npm run reshard`: moves shards to the databases that `ANALYTICS_SHARDS` names. */
import { deleteMovedShards, move, planMoves } from '../worker/ops/reshard.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'
import { migrateRemote, openRemote } from './remote.ts'

printUsage(`
Usage: npm run reshard [-- --drop] [-- --remote]

Moves shards of cards between analytics databases until each is where ANALYTICS_SHARDS in wrangler.toml says, and
verifies every table by count and SHA-256. Safe to repeat if interrupted. Events are still accepted: those of a moving
shard wait in the inbox and are recorded when the worker runs with the new ANALYTICS_SHARDS.
  --drop     after deploying the worker: deletes what has moved from its old database
  --remote   use your Cloudflare account instead of the local databases
See docs/scale.md. Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { remote, drop } = readArgs(
  { options: { remote: { type: 'boolean' }, drop: { type: 'boolean' } } },
  'The options are --drop and --remote. See --help.',
).values
if (remote) await migrateRemote()
const { env, close } = await (remote ? openRemote() : openLocal())
const failure = await (drop ? dropAll() : moveAll()).then(
  () => undefined,
  (error: unknown) => String(error),
)
await close()
if (failure) exitWithError(`${failure}. No data was lost. Run the command again.`)

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
      ? 'Every shard is in the database that ANALYTICS_SHARDS names.'
      : `Moved. ${remote ? 'Now run npm run deploy, then npm run reshard -- --remote --drop.' : 'After the next start, run npm run reshard -- --drop to free the space.'}`,
  )
}

async function dropAll() {
  const rows = await deleteMovedShards(env)
  console.log(`Deleted ${rows} rows that had moved.`)
}
