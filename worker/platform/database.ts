/** The drizzle client of the app database, and parts that many statements share. */
import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

export function database(d1: D1Database) {
  return drizzle(d1)
}

export type Db = ReturnType<typeof database>

/** The most rows that one statement of a cleanup deletes. */
export const maxExpiredRows = 5000

/** The statement that deletes the rows for which `where` is true, at most `maxExpiredRows` of them. */
export function deleteSome(db: Db, table: SQLiteTable, where: SQL | undefined) {
  const some = sql`select rowid from ${table} where ${where} limit ${maxExpiredRows}`
  return db.delete(table).where(sql`rowid in (${some})`)
}

/** SQL for the list of these values, bound as one value: D1 binds at most 100 in a statement. */
export function among(values: (number | string)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`
}

/** Whether `row` has all of these values once they are serialized to JSON; undefined counts as absent. */
export function hasValues(row: object, values: object): boolean {
  const [is, wanted]: Record<string, unknown>[] = JSON.parse(JSON.stringify([row, values]))
  return Object.entries(wanted ?? {}).every(([name, value]) => isDeepStrictEqual(is?.[name], value))
}

// D1 takes at most 2 MB in a value, and a statement keeps all others waiting. A character has up to 3 bytes.
export const charactersPerStatement = 100_000

/** Joins JSON texts to JSON lists of at most 100,000 characters each; a longer text gets a list of its own. */
export function jsonChunks(texts: string[]): string[] {
  const chunks: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const text of texts) {
    size += text.length
    if (size > charactersPerStatement) {
      chunks.push([])
      size = text.length
    }
    chunks.at(-1)?.push(text)
  }
  return chunks.map((chunk) => `[${chunk.join(',')}]`)
}

/**
 * Returns the text in lower case, capitalized and in upper case, each with lower-case ASCII letters: SQLite folds only
 * these.
 */
export function spellings(text: string): string[] {
  const lower = text.toLowerCase()
  const [first = '', ...rest] = lower
  const typed = [lower, first.toUpperCase() + rest.join(''), text.toUpperCase()]
  return [...new Set(typed.map((each) => each.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}
