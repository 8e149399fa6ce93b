/**
 * Wraps bindings: with timeouts, and with a count of their calls. A read of D1 is repeated after a lost connection; a write
 * is not, unless its caller runs it with `repeatable`.
 */
import type { Bindings } from '../env.ts'
import { analyticsNames } from '../tracking/shards.ts'
import { repeatAfterLoss, withTimeout } from './failures.ts'

/** Timeouts for requests, in milliseconds. */
const requestTimeouts = { database: 10_000, files: 15_000, small: 2000 }
/** Timeouts for background work, in milliseconds. */
export const backgroundTimeouts = { database: 60_000, files: 60_000, small: 10_000 }

type Timeouts = typeof requestTimeouts

const readAttempts = 2

type Wrapped = Partial<Bindings>
const cache = new WeakMap<Timeouts, WeakMap<Bindings, Wrapped>>()

/** Returns the bindings with timeouts. */
export function resilientBindings(env: Bindings, timeouts: Timeouts = requestTimeouts): Bindings {
  const known = cache.get(timeouts) ?? new WeakMap<Bindings, Wrapped>()
  cache.set(timeouts, known)
  const done = known.get(env) ?? wrapBindings(env, timeouts)
  known.set(env, done)
  return { ...env, ...done }
}

function wrapBindings(env: Bindings, timeouts: Timeouts): Wrapped {
  const databases = ['DB', ...analyticsNames(env)].map((name) => {
    const database: D1Database = Reflect.get(env, name)
    return [name, wrapDatabase(database, timeouts.database)]
  })
  return {
    ...Object.fromEntries(databases),
    MEDIA: wrapBinding(env.MEDIA, timeouts.files),
    PLACES: wrapBinding(env.PLACES, timeouts.small),
    BURST: wrapBinding(env.BURST, timeouts.small),
    HASHING: wrapBinding(env.HASHING, timeouts.small),
    WRITES: wrapBinding(env.WRITES, timeouts.small),
    READS: wrapBinding(env.READS, timeouts.small),
    ASSETS: wrapBinding(env.ASSETS, timeouts.files),
  }
}

function wrapDatabase(database: D1Database, timeoutMs: number): D1Database {
  return {
    ...wrapSession(database, timeoutMs),
    exec: (query) => withTimeout(timeoutMs, database.exec(query)),
    withSession: (from) => {
      const session = database.withSession(from)
      return { ...wrapSession(session, timeoutMs), getBookmark: () => session.getBookmark() }
    },
    dump: () => database.dump(),
  }
}

type Wrapping = { real: D1PreparedStatement; reads: boolean }
const wrappings = new WeakMap<D1PreparedStatement, Wrapping>()

function wrapSession(
  session: Pick<D1DatabaseSession, 'prepare' | 'batch'>,
  timeoutMs: number,
): Pick<D1DatabaseSession, 'prepare' | 'batch'> {
  return {
    prepare: (query) =>
      wrapStatement({ real: session.prepare(query), reads: isRead(query) }, timeoutMs),
    batch: (statements) => {
      const all = statements.map((one) => wrappings.get(one) ?? { real: one, reads: false })
      const real = all.map((one) => one.real)
      return repeatIf(
        all.every(({ reads }) => reads),
        () => withTimeout(timeoutMs, session.batch(real)),
      )
    },
  }
}

function isRead(query: string): boolean {
  return /^\s*(select|with)\b/i.test(query) && !writesAfterWith.test(query)
}

const writesAfterWith = /^\s*with\b.*\b(insert|replace|update|delete)\s/is

const executing = new Set<PropertyKey>(['first', 'run', 'all', 'raw'])

function wrapStatement(one: Wrapping, timeoutMs: number): D1PreparedStatement {
  const { real, reads } = one
  const statement = new Proxy(real, {
    get: (_, name) => {
      if (name === 'bind')
        return (...values: unknown[]) =>
          wrapStatement({ real: real.bind(...values), reads }, timeoutMs)
      const method: unknown = Reflect.get(real, name)
      if (!executing.has(name) || typeof method !== 'function') return method
      return (...args: unknown[]) =>
        repeatIf(reads, () => withTimeout(timeoutMs, Reflect.apply(method, real, args)))
    },
  })
  wrappings.set(statement, one)
  return statement
}

function repeatIf<T>(reads: boolean, work: () => Promise<T>): Promise<T> {
  return reads ? repeatAfterLoss(work, readAttempts) : work()
}

/** Wraps a binding other than a database: adds a timeout to each call. */
function wrapBinding<T extends object>(binding: T, timeoutMs: number): T {
  // Static assets are absent when benchmarks run the worker without the runtime's router.
  if (binding === undefined) return binding
  return new Proxy(binding, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(method, target, args)
        return result instanceof Promise ? withTimeout(timeoutMs, result) : result
      }
    },
  })
}

type OnCall = (count: number) => void

/**
 * Returns the bindings, counting their calls, because the platform limits the calls of an invocation. `onCall` receives 1 for
 * each call of a store, and the number of statements for a batch.
 */
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

/** Counts each method as one call; `others` replace methods of the object. */
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
