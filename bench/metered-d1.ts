/** A D1 database that adds up what D1 reports of its statements. */

type Sum = { sql: number; rowsRead: number }

/** Wraps the database to add up the durations and rows read that D1 reports. */
export function metered(db: D1Database, sum: Sum): D1Database {
  const note = (results: D1Result[]) => {
    for (const { meta } of results) {
      sum.sql += meta.duration
      sum.rowsRead += meta.rows_read
    }
  }
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values))
        if (name === 'raw')
          return async () => {
            const found = await target.all()
            note([found])
            return found.results.map((row) => Object.values(row))
          }
        return async () => {
          const found = await target.all()
          note([found])
          return found
        }
      },
    })
    statements.set(proxy, statement)
    return proxy
  }
  return new Proxy(db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => wrap(target.prepare(sql))
        : async (list: D1PreparedStatement[]) => {
            const found = await target.batch(list.map((one) => statements.get(one) ?? one))
            note(found)
            return found
          },
  })
}
