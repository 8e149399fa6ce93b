/** Counts the rows that D1 reads, which it also bills. Only tests import this. */
import { env } from 'cloudflare:workers'
import { database } from '../platform/database.ts'

/** A client of the app database, and how many rows it has read so far. */
export function meterRows() {
  let count = 0
  const note = (results: D1Result[]) => {
    for (const { meta } of results) count += meta.rows_read
  }
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const meter = (statement: D1PreparedStatement): D1PreparedStatement => {
    const metered = new Proxy(statement, {
      get: (_, name) => {
        if (name === 'bind') return (...values: unknown[]) => meter(statement.bind(...values))
        return async () => {
          const found = await statement.all<Record<string, unknown>>()
          note([found])
          // D1 reports nothing with raw rows.
          return name === 'raw' ? found.results.map((row) => Object.values(row)) : found
        }
      },
    })
    originals.set(metered, statement)
    return metered
  }
  const batch = async (statements: D1PreparedStatement[]) => {
    const found = await env.DB.batch(statements.map((one) => originals.get(one) ?? one))
    note(found)
    return found
  }
  const db = new Proxy(env.DB, {
    get: (_, name) => (name === 'batch' ? batch : (sql: string) => meter(env.DB.prepare(sql))),
  })
  return { metered: database(db), rowsRead: () => count }
}
