/** Which shards a database may record. Every transaction asks in itself, so nothing is written where a shard has left. */
import type { CardEvent } from '../../schema/event.ts'
import { errorMessages } from '../platform/storage-errors.ts'
import {
  type AnalyticsBindings,
  analyticsNames,
  databaseNamed,
  homesOf,
  shardCount,
  shardOf,
} from './shards.ts'

export type ShardState = 'here' | 'leaving' | 'left'

// A state of null is refused by its column, which undoes the transaction.
const guardSql = `insert into shard_moves (shard, state)
  select asked.value, null from json_each(?1) as asked left join shard_moves as known on known.shard = asked.value
  where coalesce(known.state, ?2) <> 'here'`

/** The statement that undoes its transaction when one of the events' shards is not in this database, or no longer. */
export function shardFence(
  env: AnalyticsBindings,
  db: D1Database,
  events: CardEvent[],
): D1PreparedStatement {
  const shards = [...new Set(events.map(({ cardId }) => shardOf(cardId)))]
  return db.prepare(guardSql).bind(JSON.stringify(shards), unsaid(env, db))
}

// All shards begin in ANALYTICS.
function unsaid(env: AnalyticsBindings, db: D1Database): ShardState {
  return db === env.ANALYTICS ? 'here' : 'left'
}

/** True for the error of a transaction that met the guard. */
export function isMoving(error: unknown): boolean {
  return /constraint failed: shard_moves/.test(errorMessages(error))
}

/** The states of all shards in the database, by their numbers. */
export async function readStates(env: AnalyticsBindings, db: D1Database): Promise<ShardState[]> {
  const { results } = await db
    .prepare('select shard, state from shard_moves')
    .all<{ shard: number; state: ShardState }>()
  const said = new Map(results.map(({ shard, state }) => [shard, state]))
  return Array.from({ length: shardCount }, (_, shard) => said.get(shard) ?? unsaid(env, db))
}

/** The shards that are not yet, or no longer, where the configuration says: their events wait in the inbox. */
export async function shardsAway(env: AnalyticsBindings): Promise<Set<number>> {
  const homes = homesOf(env)
  const away = new Set<number>()
  for (const name of analyticsNames(env)) {
    const states = await readStates(env, databaseNamed(env, name))
    for (const [shard, home] of homes.entries())
      if (home === name && states[shard] !== 'here') away.add(shard)
  }
  return away
}
