/**
 * Selects the database copy for signed-in users: the nearest replica for calls that may lag, never older than what the
 * browser has seen; otherwise the primary.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { App, Bindings } from '../env.ts'
import { analyticsNames } from '../tracking/shards.ts'
import type { Declaration } from './declaration.ts'

const cookieName = 'seen'
// Replicas lag by seconds, so after an hour any replica is recent enough.
const maxAgeSeconds = 3600

/**
 * Opens the D1 session of a call: with `allowsReplica`, at a replica that has everything this browser has written or
 * read. Returns the database through it; the caller's own session is always read from the primary, without it.
 */
export function openD1Session(c: Context<App>, { allowsReplica }: Declaration): D1Database {
  const from = allowsReplica ? (bookmarkOf(c) ?? 'first-unconstrained') : 'first-primary'
  const session = c.env.DB.withSession(from)
  c.set('d1Session', session)
  return withSession(c.env.DB, session)
}

/** The routes of signed-in users read and write through the D1 session of the call. */
export async function readReplica(
  c: Context<App>,
  { allowsReplica }: Declaration,
  run: () => Promise<void>,
): Promise<void> {
  const session = c.get('d1Session')
  if (!c.get('user') || !session) return run()
  const shards = allowsReplica ? replicatedShards(c.env) : {}
  c.env = { ...c.env, ...shards, DB: withSession(c.env.DB, session) }
  await run()
  const bookmark = session.getBookmark()
  if (bookmark && bookmark !== bookmarkOf(c)) storeBookmark(c, bookmark)
}

// No signed-in request writes there: events come through the queue.
function replicatedShards(env: Bindings): Record<string, D1Database> {
  return Object.fromEntries(
    analyticsNames(env).map((name) => {
      const database: D1Database = Reflect.get(env, name)
      return [name, withSession(database, database.withSession('first-unconstrained'))]
    }),
  )
}

/** The database through one session. */
function withSession(database: D1Database, session: D1DatabaseSession): D1Database {
  return {
    prepare: (query) => session.prepare(query),
    batch: (statements) => session.batch(statements),
    exec: (query) => database.exec(query),
    withSession: (from) => database.withSession(from),
    dump: () => database.dump(),
  }
}

// The format of D1 bookmarks; any other text would make every statement fail.
function bookmarkOf(c: Context<App>): string | undefined {
  return getCookie(c, cookieName)?.match(/^[0-9a-f]{8}(?:-[0-9a-f]{8}){2}-[0-9a-f]{32}$/)?.[0]
}

function storeBookmark(c: Context<App>, bookmark: string): void {
  setCookie(c, cookieName, bookmark, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.req.url.startsWith('https:'),
    maxAge: maxAgeSeconds,
  })
}
