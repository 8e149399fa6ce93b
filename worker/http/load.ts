/**
 * Reads that begin together with the caller's session, so that both take one trip to the database. A handler gets them
 * only after the session, its level and the rate limits have been checked.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { bearerOf } from '../accounts/api-tokens.ts'
import { sessionIdOf } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import type { Load } from './declaration.ts'

/** Begins the read that the endpoint declares. */
export function startLoading(c: Context<App>, db: Db, load: Load | undefined): void {
  if (!load) return
  const result = load(c, db)
  // A refused call does not wait for its reads, and their errors are nobody's.
  result.catch(() => {})
  c.set('loading', { load, result })
}

/** What the endpoint declares with `load`, or else reads it now. */
export function loaded<T>(c: Context<App>, load: Load<T>): Promise<T> {
  const loading = c.get('loading')
  if (loading?.load === load) return loading.result as Promise<T>
  return load(c, database(c.env.DB))
}

/**
 * The id of the caller, as SQL: it is not known yet when a read begins. The id of the session alone is no proof: the secret of
 * the cookie is checked meanwhile. Nobody with an API token, because the cookie may be another user's.
 */
export function callerId(c: Context<App>): SQL<number> {
  const id = bearerOf(c) === undefined ? sessionIdOf(c) : undefined
  return sql`(select user_id from sessions where id = ${id ?? ''})`
}
