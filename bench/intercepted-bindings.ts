/** Bindings whose calls go through a function of ours: to count, delay or record them. */
import type { Bindings } from '../worker/env.ts'

const intercepted = {
  PLACES: ['get', 'put', 'delete'],
  MEDIA: ['get', 'head', 'put', 'delete', 'list'],
  EVENTS: ['send', 'sendBatch'],
} as const

/** A call of a database with its statements, or of another binding with its arguments. */
type Call = { name: string; statements: Statement[]; args: unknown[] }
type Statement = { real: D1PreparedStatement; sql: string; values: unknown[] }
type Around = (call: Call, work: () => Promise<unknown>) => Promise<unknown>

/**
 * Wraps the databases, KV, R2 and the queue: each call runs through `around`. The caches, static files and rate limiters
 * are in the visitor's data center, so their calls are left alone.
 */
export function interceptBindings(env: Bindings, around: Around): Bindings {
  const wrap = <Name extends keyof typeof intercepted>(name: Name): Bindings[Name] => {
    const methods = intercepted[name].map((method) => [
      method,
      (...args: unknown[]) =>
        around({ name: `${name} ${method}`, statements: [], args }, async () =>
          call(env[name], method, args),
        ),
    ])
    return override(env[name], Object.fromEntries(methods))
  }
  return {
    ...env,
    DB: interceptDatabase(env.DB, 'DB', around),
    ANALYTICS: interceptDatabase(env.ANALYTICS, 'ANALYTICS', around),
    PLACES: wrap('PLACES'),
    MEDIA: wrap('MEDIA'),
    EVENTS: wrap('EVENTS'),
  }
}

const wrapped = new WeakMap<D1PreparedStatement, Statement>()

function interceptDatabase(db: D1Database, name: string, around: Around): D1Database {
  const statementOf = (statement: Statement): D1PreparedStatement => {
    const { real } = statement
    const run = ['run', 'all', 'first', 'raw'].map((method) => [
      method,
      (...args: unknown[]) =>
        around({ name, statements: [statement], args: [] }, async () => call(real, method, args)),
    ])
    const proxy = override(real, {
      ...Object.fromEntries(run),
      bind: (...values: unknown[]) =>
        statementOf({ ...statement, real: real.bind(...values), values }),
    })
    wrapped.set(proxy, statement)
    return proxy
  }
  const session = (of: Pick<D1DatabaseSession, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => statementOf({ real: of.prepare(sql), sql, values: [] }),
    batch: (list: D1PreparedStatement[]) => {
      const statements = list.map((real) => wrapped.get(real) ?? { real, sql: '', values: [] })
      return around({ name, statements, args: [] }, () =>
        of.batch(statements.map(({ real }) => real)),
      )
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

/** A proxy of the object with some methods replaced. */
export function override<T extends object>(target: T, others: object): T {
  return new Proxy(target, {
    get: (own, name) => Reflect.get(others, name) ?? bound(own, name),
  })
}

function call(target: object, method: string, args: unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, method), target, args)
}

/** A property of the object; a method is bound to it. */
function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}

// Counting what is billed.

/** Operations as the platform bills them: queue operations are per 64 KB written, read and deleted. */
type Counts = ReturnType<typeof noCounts>

export function noCounts() {
  return {
    ...{ requests: 0, calls: 0, messages: 0, queueOperations: 0, statements: 0 },
    ...{ rowsRead: 0, rowsWritten: 0, sqlMilliseconds: 0 },
    ...{ kvReads: 0, kvWrites: 0, r2Writes: 0, r2Reads: 0 },
  }
}

const chunk = 64_000
const operationsPerChunk = 3
const kinds: Record<string, keyof Counts> = {
  ...{ 'PLACES get': 'kvReads', 'PLACES put': 'kvWrites' },
  ...{ 'MEDIA get': 'r2Reads', 'MEDIA head': 'r2Reads' },
  ...{ 'MEDIA put': 'r2Writes', 'MEDIA list': 'r2Writes', 'EVENTS send': 'messages' },
}

/** Adds the operations to `counts`. With `reads`, selects that D1 returns without figures run twice. */
export function meteredBindings(env: Bindings, counts: Counts, { reads = true } = {}): Bindings {
  return interceptBindings(env, async ({ name, statements, args }, work) => {
    const result = await work()
    const kind = kinds[name]
    counts.calls += 1
    if (kind) counts[kind] += 1
    if (kind === 'messages') {
      const bytes = Buffer.byteLength(JSON.stringify(args[0]))
      counts.queueOperations += operationsPerChunk * Math.ceil(bytes / chunk)
    }
    for (const meta of await metasOf(result, reads ? statements : [])) {
      counts.statements += 1
      counts.rowsRead += meta.rows_read
      counts.rowsWritten += meta.rows_written
      counts.sqlMilliseconds += meta.duration
    }
    return result
  })
}

// Results of `first` and `raw` have no `meta`, so a read is repeated with `all`.
async function metasOf(result: unknown, statements: Statement[]): Promise<D1Meta[]> {
  const results: unknown[] = Array.isArray(result) ? result : [result]
  const metas = results.flatMap((one) => (hasMeta(one) ? [one.meta] : []))
  for (const { sql, real } of metas.length > 0 ? [] : statements)
    if (/^\s*(select|with)\b/i.test(sql)) metas.push((await real.all()).meta)
  return metas
}

function hasMeta(result: unknown): result is D1Result {
  return typeof result === 'object' && result !== null && 'meta' in result
}

// Distance.

/** Adds milliseconds to each call of a database. */
export function distantDatabases(env: Bindings, milliseconds: number): Bindings {
  return interceptBindings(env, ({ statements }, work) =>
    statements.length > 0 ? scheduler.wait(milliseconds).then(work) : work(),
  )
}

/** `from` and `until` order the beginnings and ends of all calls; `until` is infinite while the call runs. */
export type RemoteCall = { name: string; from: number; until: number }

/** Adds milliseconds to each call, as from another continent, and records it in `calls`. */
export function remoteBindings(
  env: Bindings,
  { milliseconds, calls }: { milliseconds: number; calls: RemoteCall[] },
): Bindings {
  let clock = 0
  return interceptBindings(env, async ({ name, statements }, work) => {
    const summary = statements.map(({ sql }) => summarize(sql)).join(' + ')
    const call = {
      name: `${name} ${summary}`.trim(),
      from: clock++,
      until: Number.POSITIVE_INFINITY,
    }
    calls.push(call)
    if (milliseconds > 0) await scheduler.wait(milliseconds)
    return work().finally(() => {
      call.until = clock++
    })
  })
}

// Drizzle quotes the tables of a statement, but not those of its subqueries.
function summarize(sql: string): string {
  const [, verb = ''] = /\b(select|insert|update|delete)\b/i.exec(sql) ?? []
  const place = /\b(?:from|into|update)\s+/i.source
  const [, table = ''] =
    new RegExp(`${place}"(\\w+)"`, 'i').exec(sql) ??
    new RegExp(`${place}(\\w+)`, 'i').exec(sql) ??
    []
  return `${verb.toLowerCase()} ${table}`
}

/** The calls of the longest chain in which each begins after the one before has ended: the sequential trips. */
export function longestChain(calls: RemoteCall[]): RemoteCall[] {
  const chain: RemoteCall[] = []
  // The call that ends first leaves the most room for others.
  for (const call of calls.toSorted((a, b) => a.until - b.until))
    if (call.from > (chain.at(-1)?.until ?? -1)) chain.push(call)
  return chain
}
