/** The app database as drizzle sees it. */
import { drizzle } from 'drizzle-orm/d1'

export function database(d1: D1Database) {
  return drizzle(d1)
}

export type Db = ReturnType<typeof database>
