/** Shard guard: every transaction checks that its shards are in its database, so nothing is written after a move. */
import type { CardEvent } from '../../schema/event.ts'
import { errorMessages } from '../platform/storage-errors.ts'
import {
  type AnalyticsBindings,
  analyticsNames,
  configuredDatabases,
  databaseNamed,
  shardCount,
  shardOf,
} from './shards.ts'

export type ShardState = 'here' | 'leaving' | 'left'

// The null state violates NOT NULL, which rolls back the transaction.
const guardSql = `insert into shard_moves (shard, state)
  select asked.value, null from json_each(?1) as asked left join shard_moves as known on known.shard = asked.value
  where coalesce(known.state, ?2) <> 'here'`

/** Statement that rolls back its transaction if the shard of one of the events is not in this database. */
export function shardGuardStatement(
  env: AnalyticsBindings,
  db: D1Database,
  events: CardEvent[],
): D1PreparedStatement {
  const shards = [...new Set(events.map(({ cardId }) => shardOf(cardId)))]
  return db.prepare(guardSql).bind(JSON.stringify(shards), defaultState(env, db))
}

// All shards start in ANALYTICS.
function defaultState(env: AnalyticsBindings, db: D1Database): ShardState {
  return db === env.ANALYTICS ? 'here' : 'left'
}

/** True for the error of a transaction that the shard guard rolled back. */
export function isShardMovedError(error: unknown): boolean {
  return /constraint failed: shard_moves/.test(errorMessages(error))
}

/** Returns the states of all shards in a database, by shard number. */
export async function readStates(env: AnalyticsBindings, db: D1Database): Promise<ShardState[]> {
  const { results } = await db
    .prepare('select shard, state from shard_moves')
    .all<{ shard: number; state: ShardState }>()
  const stored = new Map(results.map(({ shard, state }) => [shard, state]))
  return Array.from(
    { length: shardCount },
    (_, shard) => stored.get(shard) ?? defaultState(env, db),
  )
}

/** Returns the shards that are not in the database named by the configuration; their events wait in the inbox. */
export async function findMisplacedShards(env: AnalyticsBindings): Promise<Set<number>> {
  const configured = configuredDatabases(env)
  const misplaced = new Set<number>()
  for (const name of analyticsNames(env)) {
    const states = await readStates(env, databaseNamed(env, name))
    for (const [shard, configuredName] of configured.entries())
      if (configuredName === name && states[shard] !== 'here') misplaced.add(shard)
  }
  return misplaced
}

/** True while shards are moved to or from a database: then nothing is archived or deleted there. */
export async function isMovingShards(env: AnalyticsBindings, name: string): Promise<boolean> {
  const states = await readStates(env, databaseNamed(env, name))
  const homes = configuredDatabases(env)
  return states.some(
    (state, shard) => state === 'leaving' || (homes[shard] === name && state !== 'here'),
  )
}
