/**
 * Shards of the analytics data: cards are divided into 16 shards, and `ANALYTICS_SHARDS` names the database of each. Every
 * transaction checks that its shards are in its database, so nothing is written there after a move.
 */
import type { CardEvent } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { errorMessages } from '../platform/failures.ts'

const shardCount = 16

export type AnalyticsBindings = Pick<Bindings, 'ANALYTICS'> &
  Partial<Pick<Bindings, 'ANALYTICS_SHARDS'>>

/** Returns the shard of a card. Card ids are sequential, so consecutive cards are on different shards. */
export function shardOf(cardId: number): number {
  return cardId % shardCount
}

/** Returns the database with the analytics data of a card. */
export function analyticsOf(env: AnalyticsBindings, cardId: number): D1Database {
  return databaseNamed(env, configuredDatabases(env)[shardOf(cardId)] ?? '')
}

/** Returns all analytics databases. */
export function analyticsDatabases(env: AnalyticsBindings): D1Database[] {
  return analyticsNames(env).map((name) => databaseNamed(env, name))
}

/** Returns the binding names of all analytics databases, including those without a shard. */
export function analyticsNames(env: AnalyticsBindings): string[] {
  return Object.keys(env).filter(
    (name) => analyticsName.test(name) && isDatabase(Reflect.get(env, name)),
  )
}

/** Matches the binding names of analytics databases. */
export const analyticsName = /^ANALYTICS(_\w+)?$/

/** Returns the binding name of each shard's database, by shard number. Throws if `ANALYTICS_SHARDS` is invalid. */
export function configuredDatabases({
  ANALYTICS_SHARDS = '',
}: Pick<AnalyticsBindings, 'ANALYTICS_SHARDS'>) {
  if (parsed?.text !== ANALYTICS_SHARDS)
    parsed = { text: ANALYTICS_SHARDS, names: parseShards(ANALYTICS_SHARDS) }
  return parsed.names
}

let parsed: { text: string; names: string[] } | undefined

// Such as `0-7 ANALYTICS, 8-15 ANALYTICS_2`. Empty means that all shards are in ANALYTICS.
function parseShards(text: string): string[] {
  const names = new Map<number, string>()
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, from, to = from, name = ''] =
      /^\s*(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s+(ANALYTICS(?:_\w+)?)\s*$/.exec(part) ?? []
    for (let shard = Number(from); shard <= Number(to); shard += 1) {
      if (names.has(shard)) throw new Error(`ANALYTICS_SHARDS names shard ${shard} twice`)
      names.set(shard, name)
    }
  }
  if (names.size === 0 && text.trim() === '') return Array(shardCount).fill('ANALYTICS')
  return Array.from({ length: shardCount }, (_, shard) => {
    const name = names.get(shard)
    if (!name || names.size > shardCount)
      throw new Error(
        `ANALYTICS_SHARDS must name each of the shards 0 to ${shardCount - 1} once, such as "0-7 ANALYTICS, 8-15 ANALYTICS_2"`,
      )
    return name
  })
}

/** Returns the database of a binding. Throws an error with its name if it does not exist. */
export function databaseNamed(env: AnalyticsBindings, name: string): D1Database {
  const found: unknown = Reflect.get(env, name)
  if (isDatabase(found)) return found
  throw new Error(`ANALYTICS_SHARDS names ${name}, which is no database of wrangler.toml`)
}

function isDatabase(value: unknown): value is D1Database {
  return typeof value === 'object' && value !== null && 'batch' in value && 'prepare' in value
}

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

/** True while shards are, or are about to be, moved to or from a database: then nothing is archived or deleted there. */
export async function isMovingShards(env: AnalyticsBindings, name: string): Promise<boolean> {
  const states = await readStates(env, databaseNamed(env, name))
  const homes = configuredDatabases(env)
  return states.some(
    (state, shard) => state === 'leaving' || (homes[shard] === name) !== (state === 'here'),
  )
}
