/** The drizzle client of the app database. */
import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

export function database(d1: D1Database) {
  return drizzle(d1)
}

/** Rows that one statement of a cleanup deletes at most. */
export const maxExpiredRows = 5000

/** The statement that deletes the rows for which `where` is true, at most `maxExpiredRows` of them. */
export function deleteSome(db: Db, table: SQLiteTable, where: SQL | undefined) {
  const some = sql`select rowid from ${table} where ${where} limit ${maxExpiredRows}`
  return db.delete(table).where(sql`rowid in (${some})`)
}

/** Whether `row` has all of these values once they are serialized to JSON; undefined counts as absent. */
export function hasValues(row: object, values: object): boolean {
  const [is, wanted]: Record<string, unknown>[] = JSON.parse(JSON.stringify([row, values]))
  return Object.entries(wanted ?? {}).every(([name, value]) => isDeepStrictEqual(is?.[name], value))
}

export type Db = ReturnType<typeof database>
