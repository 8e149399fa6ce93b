/** Columns and defaults that tables share. */
import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/sqlite-core'

/** The time of the statement, as ISO 8601 text in UTC with milliseconds. */
export const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/**
 * Returns a column for the random id of the call that used the row last. A call is repeated when its response is lost; the id
 * identifies the repeat, so it counts, or uses up a code, only once.
 */
export function lastCallColumn() {
  return text('last_call')
}
