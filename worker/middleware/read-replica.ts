/**
 * Selects the database copy for signed-in users: the nearest replica for calls that may lag, never older than what the
 * browser has seen; otherwise the primary.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { App, Bindings } from '../env.ts'
import { analyticsNames } from '../events/shards.ts'
import { policy } from '../policy/policy.ts'

const cookieName = 'seen'
// Replicas lag by seconds, so after an hour any replica is recent enough.
const maxAgeSeconds = 3600

/** A call whose policy row has `allowsReplica` is served by a replica that has everything this browser has written or read. */
export const readReplica = createMiddleware<App>(async (c, next) => {
  if (!c.get('user')) return next()
  const usesReplica = allowsReplica(c)
  const seen = bookmarkOf(c)
  const session = c.env.DB.withSession(
    usesReplica ? (seen ?? 'first-unconstrained') : 'first-primary',
  )
  c.env = {
    ...c.env,
    ...(usesReplica ? replicatedShards(c.env) : {}),
    DB: withSession(c.env.DB, session),
  }
  await next()
  const bookmark = session.getBookmark()
  if (bookmark && bookmark !== seen) storeBookmark(c, bookmark)
})

function allowsReplica(c: Context<App>): boolean {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  return policy[`${route?.method} ${route?.path}`]?.allowsReplica ?? false
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
