/** `npm run reshard`: moves shards to the databases that `ANALYTICS_SHARDS` names. */
import type { Bindings } from '../worker/env.ts'
import { deleteMovedShards, move, planMoves } from '../worker/operations/reshard.ts'
import { reshardArguments } from './arguments.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { inInstallation, installationUsage, migrateRemote } from './installation.ts'

startCommand(`
Usage: npm run reshard [-- --drop] [--remote [--env NAME]]

Moves shards of cards between analytics databases until each is where ANALYTICS_SHARDS in wrangler.toml says, and
verifies every table by count and SHA-256. Safe to repeat if interrupted. Events are still accepted: those of a moving
shard wait in the inbox and are recorded when the worker runs with the new ANALYTICS_SHARDS.
  --drop     after deploying the worker: deletes what has moved from its old database
${installationUsage}
See docs/scale.md. Locally, stop the server first. Environment: DATA_DIR (.data), as for npm start.
`)

const { drop, target } = reshardArguments()
if (target.remote) await migrateRemote(target.env)
await inInstallation(target, drop ? dropAll : moveAll).catch(({ message }: Error) =>
  exitWithError(`${message}. No data was lost. Run the command again.`),
)

async function moveAll(env: Bindings) {
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
      : `Moved. ${target.remote ? `Now run npm run deploy${named(' --')}, then npm run reshard -- --drop --remote${named('')}.` : 'After the next start, run npm run reshard -- --drop to free the space.'}`,
  )
}

/** The option of the environment, if there is one. */
function named(before: string): string {
  return target.env ? `${before} --env ${target.env}` : ''
}

async function dropAll(env: Bindings) {
  const rows = await deleteMovedShards(env)
  console.log(`Deleted ${rows} rows that had moved.`)
}
