/** Bindings that count billed operations. */
import type { Bindings } from '../worker/env.ts'

const none = {
  requests: 0,
  messages: 0,
  queueOperations: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  r2Writes: 0,
  r2Reads: 0,
}

/** Operations as the platform bills them: those of a queue are per 64 KB written, read and deleted. */
export type Counts = typeof none

export function noCounts(): Counts {
  return { ...none }
}

const chunk = 64_000
const operationsPerChunk = 3

/** Wraps the bindings; their operations are added to `counts`. */
export function meteredBindings(env: Bindings, counts: Counts): Bindings {
  return {
    ...env,
    DB: meteredDatabase(env.DB, counts),
    ANALYTICS: meteredDatabase(env.ANALYTICS, counts),
    EVENTS: meteredQueue(env.EVENTS, counts),
    PLACES: meteredCalls(env.PLACES, counts, { get: 'kvReads', put: 'kvWrites' }),
    MEDIA: meteredCalls(env.MEDIA, counts, {
      ...{ get: 'r2Reads', head: 'r2Reads', put: 'r2Writes', list: 'r2Writes' },
    }),
  }
}

function meteredQueue(queue: Queue, counts: Counts): Queue {
  return override(queue, {
    send: async (message: unknown) => {
      counts.messages += 1
      const bytes = Buffer.byteLength(JSON.stringify(message))
      counts.queueOperations += operationsPerChunk * Math.ceil(bytes / chunk)
      return queue.send(message)
    },
  })
}

function meteredCalls<T extends object>(
  target: T,
  counts: Counts,
  names: Record<string, keyof Counts>,
): T {
  return new Proxy(target, {
    get(own, name) {
      const kind = names[String(name)]
      if (kind) counts[kind] += 1
      return bound(own, name)
    },
  })
}

function meteredDatabase(db: D1Database, counts: Counts): D1Database {
  return interceptedDatabase(db, async (statements, work) => {
    const found = await work()
    const results: unknown[] = Array.isArray(found) ? found : [found]
    const metas = results.flatMap((result) => (hasMeta(result) ? [result.meta] : []))
    // Results of `first` and `raw` have no `meta`, so a read is repeated with `all`.
    for (const { sql, real } of metas.length > 0 ? [] : statements)
      if (/^\s*(select|with)\b/i.test(sql)) metas.push((await real.all()).meta)
    for (const { rows_read, rows_written } of metas) {
      counts.statements += 1
      counts.rowsRead += rows_read
      counts.rowsWritten += rows_written
    }
    return found
  })
}

function hasMeta(result: unknown): result is D1Result {
  return typeof result === 'object' && result !== null && 'meta' in result
}

/** A proxy of the object with some methods replaced. */
export function override<T extends object>(target: T, others: object): T {
  return new Proxy(target, {
    get: (own, name) => Reflect.get(others, name) ?? bound(own, name),
  })
}

/** A property of the object; a method is bound to it. */
export function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}

/** The database with that many milliseconds added to each call, as in another data center. */
export function delayedDatabase(db: D1Database, milliseconds: number): D1Database {
  return interceptedDatabase(db, (_, work) => scheduler.wait(milliseconds).then(work))
}

/** Runs a call of a database, whose statements are given: one, or those of a batch. */
type Around = <T>(statements: Intercepted[], work: () => Promise<T>) => Promise<T>

type Intercepted = { real: D1PreparedStatement; sql: string }
const intercepted = new WeakMap<D1PreparedStatement, Intercepted>()

/** The database, whose calls all go through `around`. */
export function interceptedDatabase(db: D1Database, around: Around): D1Database {
  const session = (of: Pick<D1DatabaseSession, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => interceptedStatement({ real: of.prepare(sql), sql }, around),
    batch: (statements: D1PreparedStatement[]) => {
      const all = statements.map((real) => intercepted.get(real) ?? { real, sql: '' })
      return around(all, () => of.batch(all.map(({ real }) => real)))
    },
  })
  return override(db, {
    ...session(db),
    withSession: (from: string) => {
      const opened = db.withSession(from)
      return override(opened, session(opened))
    },
  })
}

function interceptedStatement(statement: Intercepted, around: Around): D1PreparedStatement {
  const { real, sql } = statement
  const call = <T>(work: () => Promise<T>) => around([statement], work)
  const wrapped = override(real, {
    bind: (...values: unknown[]) =>
      interceptedStatement({ real: real.bind(...values), sql }, around),
    run: () => call(() => real.run()),
    all: () => call(() => real.all()),
    first: (...names: [string]) => call(() => real.first(...names)),
    raw: (...options: [{ columnNames?: false }]) => call(() => real.raw(...options)),
  })
  intercepted.set(wrapped, statement)
  return wrapped
}
