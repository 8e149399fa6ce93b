/**
 * A database with a lagging replica and the guarantees of D1: a session never reads data older than its bookmark. Only
 * tests import this.
 */

type Query = { sql: string; values: unknown[] }

/**
 * Returns a database that writes to `primary` and reads from `replica`, which stays unchanged until `replicate` applies
 * that many transactions, or until a session's bookmark requires them. Both must have the same rows at first.
 */
export function laggingDatabase(primary: D1Database, replica: D1Database) {
  const log: Query[][] = []
  const queries = new WeakMap<object, Query>()
  let applied = 0

  async function catchUp(to: number): Promise<void> {
    while (applied < Math.min(to, log.length)) {
      const transaction = log[applied] ?? []
      applied += 1
      await replica.batch(
        transaction.map(({ sql, values }) => replica.prepare(sql).bind(...values)),
      )
    }
  }

  function session(from: string) {
    let bookmark = /^[0-9a-f]{8}-/.test(from) ? Number.parseInt(from.slice(0, 8), 16) : undefined
    // D1 may send all queries but the first to a replica; here all go to the primary, so that the lag stays.
    const primaryOnly = from === 'first-primary'
    const chooseDatabase = async (transaction: Query[]): Promise<D1Database> => {
      const writes = transaction.some(({ sql }) => !/^\s*select/i.test(sql))
      if (writes) log.push(transaction)
      if (writes || primaryOnly) {
        bookmark = log.length
        return primary
      }
      await catchUp(bookmark ?? 0)
      bookmark = applied
      return replica
    }
    const statement = (query: Query): D1PreparedStatement => {
      const run =
        (method: string) =>
        async (...args: unknown[]) => {
          const prepared = (await chooseDatabase([query])).prepare(query.sql).bind(...query.values)
          return Reflect.apply(Reflect.get(prepared, method), prepared, args)
        }
      const made = new Proxy(primary.prepare(query.sql), {
        get: (_, key) =>
          key === 'bind'
            ? (...values: unknown[]) => statement({ ...query, values })
            : run(String(key)),
      })
      queries.set(made, query)
      return made
    }
    return {
      prepare: (sql: string) => statement({ sql, values: [] }),
      batch: async <T>(statements: D1PreparedStatement[]) => {
        const requested = statements.map((one) => queries.get(one) ?? { sql: '', values: [] })
        const target = await chooseDatabase(requested)
        return target.batch<T>(
          requested.map(({ sql, values }) => target.prepare(sql).bind(...values)),
        )
      },
      getBookmark: () => (bookmark === undefined ? null : bookmarkAt(bookmark)),
    }
  }

  const alwaysPrimary = () => session('first-primary')
  const database: D1Database = {
    prepare: (sql) => alwaysPrimary().prepare(sql),
    batch: (statements) => alwaysPrimary().batch(statements),
    exec: (sql) => primary.exec(sql),
    dump: () => primary.dump(),
    withSession: (from = 'first-unconstrained') => session(from),
  }
  return { database, replicate: (transactions: number) => catchUp(applied + transactions) }
}

function bookmarkAt(position: number): string {
  return `${position.toString(16).padStart(8, '0')}-00000000-00000000-${'0'.repeat(32)}`
}
