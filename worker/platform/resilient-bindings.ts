/** The bindings as the worker uses them: no call is waited for without end, and what a lost connection left in doubt is asked again. */

import type { Bindings } from '../env.ts'
import { analyticsNames } from '../events/shards.ts'
import { isConnectionLost } from './storage-errors.ts'
import { withTimeout } from './timeout.ts'

/** How long a call of each is waited for, in milliseconds. */
const requestTimeouts = { database: 10_000, files: 15_000, small: 2000 }
/** In the background there is time. */
export const backgroundTimeouts = { database: 60_000, files: 60_000, small: 10_000 }

export type Timeouts = typeof requestTimeouts

const readTries = 2
const writeTries = 5
const triesFor = 2000
const pause = 50

type Steadied = Partial<Bindings>
const made = new WeakMap<Timeouts, WeakMap<Bindings, Steadied>>()

export function resilientBindings(env: Bindings, patience: Timeouts = requestTimeouts): Bindings {
  const known = made.get(patience) ?? new WeakMap<Bindings, Steadied>()
  made.set(patience, known)
  const done = known.get(env) ?? wrapBindings(env, patience)
  known.set(env, done)
  return { ...env, ...done }
}

function wrapBindings(env: Bindings, patience: Timeouts): Steadied {
  const databases = ['DB', ...analyticsNames(env)].map((name) => {
    const database: D1Database = Reflect.get(env, name)
    return [name, wrapDatabase(database, patience.database)]
  })
  return {
    ...Object.fromEntries(databases),
    MEDIA: wrapBinding(env.MEDIA, patience.files),
    PLACES: wrapBinding(env.PLACES, patience.small),
    BURST: wrapBinding(env.BURST, patience.small),
    HASHING: wrapBinding(env.HASHING, patience.small),
    WRITES: wrapBinding(env.WRITES, patience.small),
    READS: wrapBinding(env.READS, patience.small),
    ASSETS: wrapBinding(env.ASSETS, patience.files),
  }
}

function wrapDatabase(database: D1Database, patience: number): D1Database {
  return {
    ...wrapSession(database, patience),
    exec: (query) => withTimeout(patience, database.exec(query)),
    withSession: (from) => {
      const session = database.withSession(from)
      return { ...wrapSession(session, patience), getBookmark: () => session.getBookmark() }
    },
    dump: () => database.dump(),
  }
}

type Asked = { real: D1PreparedStatement; reads: boolean }
const asked = new WeakMap<D1PreparedStatement, Asked>()

function wrapSession(
  session: Pick<D1DatabaseSession, 'prepare' | 'batch'>,
  patience: number,
): Pick<D1DatabaseSession, 'prepare' | 'batch'> {
  return {
    prepare: (query) => {
      const reads = /^\s*select\b/i.test(query)
      return wrapStatement({ real: session.prepare(query), reads }, patience)
    },
    batch: (statements) => {
      const all = statements.map((one) => asked.get(one) ?? { real: one, reads: false })
      const real = all.map((one) => one.real)
      return retryLostConnection(
        () => withTimeout(patience, session.batch(real)),
        all.every(({ reads }) => reads),
      )
    },
  }
}

const running = new Set<PropertyKey>(['first', 'run', 'all', 'raw'])

function wrapStatement(one: Asked, patience: number): D1PreparedStatement {
  const { real, reads } = one
  const statement = new Proxy(real, {
    get: (_, name) => {
      if (name === 'bind')
        return (...values: unknown[]) =>
          wrapStatement({ real: real.bind(...values), reads }, patience)
      const method: unknown = Reflect.get(real, name)
      if (!running.has(name) || typeof method !== 'function') return method
      return (...args: unknown[]) =>
        retryLostConnection(() => withTimeout(patience, Reflect.apply(method, real, args)), reads)
    },
  })
  asked.set(statement, one)
  return statement
}

// Every write is one that may be made twice, so one whose outcome nobody knows is simply made again.
async function retryLostConnection<T>(work: () => Promise<T>, reads: boolean): Promise<T> {
  const most = reads ? readTries : writeTries
  const end = Date.now() + triesFor
  for (let turn = 1; ; turn += 1) {
    const outcome = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ('value' in outcome) return outcome.value
    if (turn === most || Date.now() >= end || !isConnectionLost(outcome.error)) throw outcome.error
    await scheduler.wait(Math.random() * pause * 2 ** turn)
  }
}

/** Any other binding: each of its calls within the limit. */
function wrapBinding<T extends object>(binding: T, patience: number): T {
  // Without the runtime's routers in front, as benchmarks run it, there are no static files.
  if (binding === undefined) return binding
  return new Proxy(binding, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(method, target, args)
        return answer instanceof Promise ? withTimeout(patience, answer) : answer
      }
    },
  })
}
