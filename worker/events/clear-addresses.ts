/**
 * Empties the address columns of events that an earlier release recorded: it stored truncated addresses for 30 days. No
 * release since writes them.
 */
import type { Bindings } from '../env.ts'
import { analyticsDatabases } from './shards.ts'

const columns = { card_views: 'viewer_ip', card_clicks: 'clicker_ip', card_saves: 'saver_ip' }
const rowsPerStatement = 5000
const maxMs = 20_000

type Key = { cardId: number; at: number; id: string }

/** Cron job that ends for good once every column is empty. Works for up to 20 s; `more` means rows are left. */
export async function clearAddresses(env: Bindings): Promise<'more' | undefined> {
  const done = await env.DB.prepare(
    "select done_at from cron_jobs where job = 'clearAddresses'",
  ).first('done_at')
  if (done) return undefined
  const until = Date.now() + maxMs
  for (const db of analyticsDatabases(env)) {
    for (const [table, column] of Object.entries(columns)) {
      for (let after: Key | undefined = { cardId: 0, at: 0, id: '' }; after; ) {
        if (Date.now() > until) return 'more'
        after = await clearRows(db, clearSql(table, column), after)
      }
    }
  }
  return undefined
}

// In key order, so that no statement reads the rows of the ones before.
function clearSql(table: string, column: string): string {
  return `update ${table} set ${column} = '' where (card_id, timestamp, id) in (
    select card_id, timestamp, id from ${table}
    where (card_id, timestamp, id) > (?1, ?2, ?3) and ${column} not in ('', 'Unknown')
    order by card_id, timestamp, id limit ${rowsPerStatement})
    returning card_id as cardId, timestamp as at, id`
}

/** Clears the next rows after the key; returns the key of the last one, or undefined at the end. */
async function clearRows(db: D1Database, sql: string, after: Key): Promise<Key | undefined> {
  const { results } = await db.prepare(sql).bind(after.cardId, after.at, after.id).all<Key>()
  if (results.length < rowsPerStatement) return undefined
  return results.reduce((last, row) => (isAfter(row, last) ? row : last))
}

function isAfter(one: Key, other: Key): boolean {
  if (one.cardId !== other.cardId) return one.cardId > other.cardId
  return one.at === other.at ? one.id > other.id : one.at > other.at
}
