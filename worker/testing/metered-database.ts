/** A database that counts what its statements read. Only tests import this. */
import { env } from 'cloudflare:workers'
import { type Db, database } from '../platform/database.ts'

/** Rows that D1 reads, which it also bills, and the characters of its answers. */
type Read = { rows: number; characters: number }

/** What the work reads. Columns of a statement must have different names. */
export async function measureReads(work: (metered: Db) => Promise<unknown>): Promise<Read> {
  const read = { rows: 0, characters: 0 }
  const noted = <Result extends D1Result>(result: Result): Result => {
    read.rows += result.meta.rows_read
    read.characters += JSON.stringify(result.results).length
    return result
  }
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values))
        const all = async () => noted(await target.all<Record<string, unknown>>())
        // Its own answer says nothing of the rows.
        if (name === 'raw')
          return async () => (await all()).results.map((row) => Object.values(row))
        return name === 'first' ? async () => (await all()).results[0] ?? null : all
      },
    })
    originals.set(wrapped, statement)
    return wrapped
  }
  const metered = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => wrap(target.prepare(sql))
        : async (list: D1PreparedStatement[]) => {
            const results = await target.batch(list.map((one) => originals.get(one) ?? one))
            return results.map(noted)
          },
  })
  await work(database(metered))
  return read
}
