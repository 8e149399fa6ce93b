/** Which copy of a database somebody signed in asks: what may lag the nearest, but never older than what they saw; all else the primary. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { App, Bindings } from '../env.ts'
import { analyticsNames } from '../events/shards.ts'
import { policy } from '../policy/policy.ts'

const cookie = 'seen'
// Replicas lag by seconds; a browser that was away longer than an hour may ask any.
const keptSeconds = 3600

/** A row of the policy that `lags` is answered by a replica which has all that this browser wrote or read before. */
export const readReplica = createMiddleware<App>(async (c, next) => {
  if (!c.get('user')) return next()
  const lags = mayLag(c)
  const seen = bookmarkOf(c)
  const session = c.env.DB.withSession(lags ? (seen ?? 'first-unconstrained') : 'first-primary')
  c.env = { ...c.env, ...(lags ? reports(c.env) : {}), DB: through(c.env.DB, session) }
  await next()
  const bookmark = session.getBookmark()
  if (bookmark && bookmark !== seen) keepBookmark(c, bookmark)
})

function mayLag(c: Context<App>): boolean {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  return policy[`${route?.method} ${route?.path}`]?.lags ?? false
}

// Nobody signed in writes there: events come through the queue.
function reports(env: Bindings): Record<string, D1Database> {
  return Object.fromEntries(
    analyticsNames(env).map((name) => {
      const database: D1Database = Reflect.get(env, name)
      return [name, through(database, database.withSession('first-unconstrained'))]
    }),
  )
}

/** The database as one session sees it. */
function through(database: D1Database, session: D1DatabaseSession): D1Database {
  return {
    prepare: (query) => session.prepare(query),
    batch: (statements) => session.batch(statements),
    exec: (query) => database.exec(query),
    withSession: (from) => database.withSession(from),
    dump: () => database.dump(),
  }
}

// As D1 writes them; another text would fail every statement.
function bookmarkOf(c: Context<App>): string | undefined {
  return getCookie(c, cookie)?.match(/^[0-9a-f]{8}(?:-[0-9a-f]{8}){2}-[0-9a-f]{32}$/)?.[0]
}

function keepBookmark(c: Context<App>, bookmark: string): void {
  setCookie(c, cookie, bookmark, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.req.url.startsWith('https:'),
    maxAge: keptSeconds,
  })
}
