/** The drizzle client of the app database. */
import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/d1'

export function database(d1: D1Database) {
  return drizzle(d1)
}

/** Whether `row` has all of these values once they are serialized to JSON; undefined counts as absent. */
export function hasValues(row: object, values: object): boolean {
  const [is, wanted]: Record<string, unknown>[] = JSON.parse(JSON.stringify([row, values]))
  return Object.entries(wanted ?? {}).every(([name, value]) => isDeepStrictEqual(is?.[name], value))
}

export type Db = ReturnType<typeof database>
