/**
 * Shards of the analytics data: cards are divided into 16 shards, and `ANALYTICS_SHARDS` names the database of each.
 */
import type { Bindings } from '../env.ts'

export const shardCount = 16

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
