/** Counts the calls of bindings, because the platform limits those of an invocation. */
import type { Bindings } from '../env.ts'
import { analyticsNames } from '../tracking/shards.ts'

type OnCall = (count: number) => void

/** Returns the bindings; `onCall` hears of each call of a database, bucket or other store, a batch as its statements. */
export function countCalls(env: Bindings, onCall: OnCall): Bindings {
  const databases = ['DB', ...analyticsNames(env)].map((name) => {
    const database: D1Database = Reflect.get(env, name)
    return [name, countDatabase(database, onCall)]
  })
  return {
    ...env,
    ...Object.fromEntries(databases),
    MEDIA: countMethods(env.MEDIA, onCall),
    ...(env.BACKUPS ? { BACKUPS: countMethods(env.BACKUPS, onCall) } : {}),
    ...(env.IMAGES ? { IMAGES: countMethods(env.IMAGES, onCall) } : {}),
    PLACES: countMethods(env.PLACES, onCall),
  }
}

function countDatabase(database: D1Database, onCall: OnCall): D1Database {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const count = (statement: D1PreparedStatement): D1PreparedStatement => {
    const counted = countMethods(statement, onCall, {
      bind: (...values: unknown[]) => count(statement.bind(...values)),
    })
    originals.set(counted, statement)
    return counted
  }
  return countMethods(database, onCall, {
    prepare: (query: string) => count(database.prepare(query)),
    batch: (statements: D1PreparedStatement[]) => {
      onCall(statements.length)
      return database.batch(statements.map((one) => originals.get(one) ?? one))
    },
  })
}

/** Each method is one call, except `others`, which replace those of the object. */
function countMethods<T extends object>(target: T, onCall: OnCall, others: object = {}): T {
  return new Proxy(target, {
    get: (own, name) => {
      const other: unknown = Reflect.get(others, name)
      if (other) return other
      const method: unknown = Reflect.get(own, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        onCall(1)
        return Reflect.apply(method, own, args)
      }
    },
  })
}
