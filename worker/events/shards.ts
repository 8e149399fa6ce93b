/** Which analytics database holds a card: sixteen shards of cards, spread over databases by `ANALYTICS_SHARDS`. */
import type { Bindings } from '../env.ts'

export const shardCount = 16

export type AnalyticsBindings = Pick<Bindings, 'ANALYTICS'> &
  Partial<Pick<Bindings, 'ANALYTICS_SHARDS'>>

/** Cards are numbered as they are made, so neighbours are on different shards. */
export function shardOf(cardId: number): number {
  return cardId % shardCount
}

/** The database with everything counted for the card. */
export function analyticsOf(env: AnalyticsBindings, cardId: number): D1Database {
  return databaseNamed(env, homesOf(env)[shardOf(cardId)] ?? '')
}

/** Every analytics database, for work that concerns all cards. */
export function analyticsDatabases(env: AnalyticsBindings): D1Database[] {
  return analyticsNames(env).map((name) => databaseNamed(env, name))
}

/** The names of their bindings: those that hold no shard yet, or no more, are among them. */
export function analyticsNames(env: AnalyticsBindings): string[] {
  return Object.keys(env).filter(
    (name) => analyticsName.test(name) && isDatabase(Reflect.get(env, name)),
  )
}

/** How the bindings of analytics databases are called. */
export const analyticsName = /^ANALYTICS(_\w+)?$/

/** The name of each shard's database, by the number of the shard. */
export function homesOf({ ANALYTICS_SHARDS = '' }: Pick<AnalyticsBindings, 'ANALYTICS_SHARDS'>) {
  if (read?.text !== ANALYTICS_SHARDS)
    read = { text: ANALYTICS_SHARDS, homes: readHomes(ANALYTICS_SHARDS) }
  return read.homes
}

let read: { text: string; homes: string[] } | undefined

// Such as `0-7 ANALYTICS, 8-15 ANALYTICS_2`; nothing is all in ANALYTICS.
function readHomes(text: string): string[] {
  const homes = new Map<number, string>()
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, from, to = from, name = ''] =
      /^\s*(\d{1,2})(?:\s*-\s*(\d{1,2}))?\s+(ANALYTICS(?:_\w+)?)\s*$/.exec(part) ?? []
    for (let shard = Number(from); shard <= Number(to); shard += 1) {
      if (homes.has(shard)) throw new Error(`ANALYTICS_SHARDS names shard ${shard} twice`)
      homes.set(shard, name)
    }
  }
  if (homes.size === 0 && text.trim() === '') return Array(shardCount).fill('ANALYTICS')
  return Array.from({ length: shardCount }, (_, shard) => {
    const name = homes.get(shard)
    if (!name || homes.size > shardCount)
      throw new Error(
        `ANALYTICS_SHARDS must name each of the shards 0 to ${shardCount - 1} once, such as "0-7 ANALYTICS, 8-15 ANALYTICS_2"`,
      )
    return name
  })
}

/** The database of a binding; an error that says which one is missing. */
export function databaseNamed(env: AnalyticsBindings, name: string): D1Database {
  const found: unknown = Reflect.get(env, name)
  if (isDatabase(found)) return found
  throw new Error(`ANALYTICS_SHARDS names ${name}, which is no database of wrangler.toml`)
}

function isDatabase(value: unknown): value is D1Database {
  return typeof value === 'object' && value !== null && 'batch' in value && 'prepare' in value
}
