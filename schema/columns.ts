/** Columns and defaults that tables share. */
import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/sqlite-core'

/** The time of the statement, as ISO 8601 text in UTC with milliseconds. */
export const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/**
 * Random id of the call that used the row last. A call whose response is lost is repeated, and the id tells it from others:
 * so it counts, or uses up a code, once.
 */
export function lastCallColumn() {
  return text('last_call')
}
