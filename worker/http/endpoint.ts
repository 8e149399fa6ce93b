/**
 * Endpoints of signed-in users. A request is checked in this order, with these errors: path and method 404 and 405, declared
 * length 413, session 401, cross-site 403, level 403, second factor and recent authentication 403, rate limit 429. Only then is
 * its body read: 503, 408, 413. After a slow body, session, level, factor and authentication are checked again.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { authenticateBearer, bearerOf, findTokenUser } from '../accounts/api-tokens.ts'
import { requireRecentAuth } from '../accounts/credentials.ts'
import { mustSetUpSecondFactor } from '../accounts/second-factor.ts'
import {
  clearSessionCookie,
  findSession,
  findSessionUser,
  sessionIdOf,
  sessionToken,
} from '../accounts/sessions.ts'
import type { App, Bindings } from '../env.ts'
import { clientAddress } from '../platform/client.ts'
import { type Db, database } from '../platform/database.ts'
import { consumeLimit, isWithinLimit, userKey } from '../platform/rate-limiter.ts'
import { analyticsNames } from '../tracking/shards.ts'
import { auditSuccess } from './audit.ts'
import {
  accountChangedMessage,
  type Declaration,
  declared,
  type Endpoint,
  endpointOf,
  hasBegun,
  type Load,
  listEndpoints,
  safeMethods,
} from './declaration.ts'
import { fail, tooManyRequests } from './errors.ts'
import {
  type Contract,
  type Parsed,
  parseInput,
  rejectCrossSite,
  rejectTooLarge,
  withBody,
} from './input.ts'
import { assertRulesApplied } from './rules.ts'

/**
 * Returns the middleware of an endpoint, which checks the request, parses its input by the contracts, and logs the change. The
 * declaration, beside the handler, says everything about the call.
 */
export function endpoint<
  Body extends Contract = undefined,
  Form extends Contract = undefined,
  Query extends Contract = undefined,
>(
  declaration: Declaration & { body?: Body; form?: Form; query?: Query },
): MiddlewareHandler<App, string, Parsed<Body, Form, Query>> {
  const run: MiddlewareHandler<App> = (c, next) => {
    if (hasBegun(c)) return next()
    return guard(c, declaration, () =>
      readReplica(c, declaration, () =>
        auditSuccess(c, async () => {
          await parseInput(c, declaration)
          await next()
          assertRulesApplied(c, declaration)
        }),
      ),
    )
  }
  return declared(run, declaration)
}

// If reading the body took longer than this (ms), the caller is authenticated again, because the session may have ended.
const recheckAfterMs = 100

async function guard(
  c: Context<App>,
  declaration: Declaration,
  run: () => Promise<void>,
): Promise<void> {
  rejectOtherMethod(c)
  const isSafe = safeMethods.has(c.req.method)
  if (!isSafe) rejectTooLarge(c.req.raw, declaration)
  startReads(c, declaration)
  await authenticate(c, declaration)
  if (!isSafe) rejectCrossSite(c.req.raw)
  checkPermissions(c, declaration)
  await enforceRateLimits(c, declaration, isSafe ? 'READS' : 'WRITES')
  if (!isSafe)
    return withBody(c, declaration, async (tookMs) => {
      if (tookMs > recheckAfterMs) await authenticateAgain(c, declaration)
      await run()
    })
  c.set('bytes', new Uint8Array())
  // Taken now, because `readReplica` may replace the database.
  const { env } = c
  await run()
  if (declaration.export) abortWhenSessionEnds(c, env)
}

// A request without a credential will be refused, so it starts no query.
function startReads(c: Context<App>, declaration: Declaration): void {
  if (declaration.access === 'anyone' || !(sessionIdOf(c) ?? bearerOf(c))) return
  startLoading(c, database(openD1Session(c, declaration)), declaration.load)
}

async function authenticate(c: Context<App>, declaration: Declaration): Promise<void> {
  if (declaration.access === 'anyone') return
  // An API token takes precedence over a session cookie.
  const token = bearerOf(c)
  c.set(
    'user',
    await (token === undefined ? findSessionUser(c) : authenticateBearer(c, token, declaration)),
  )
  if (c.get('user')) return
  clearSessionCookie(c)
  fail(401, 'You are not signed in.')
}

// While the body arrived, which can take a minute, the session may have ended, or the account changed.
async function authenticateAgain(c: Context<App>, declaration: Declaration): Promise<void> {
  const before = c.get('user')
  if (!before) return
  startReads(c, declaration)
  await authenticate(c, declaration)
  if (c.get('user')?.authVersion !== before.authVersion) fail(409, accountChangedMessage)
  checkPermissions(c, declaration)
}

function checkPermissions(c: Context<App>, declaration: Declaration): void {
  const user = c.get('user')
  if (declaration.access !== 'anyone' && (user?.accessLevel ?? 0) < declaration.access) {
    fail(403, "You don't have the required access level to do this.")
  }
  if (user && !declaration.allowedBeforeSecondFactor && mustSetUpSecondFactor(c.env, user))
    fail(403, 'Set up two-step verification in Account > Security first.', {
      code: 'second-factor',
    })
  if (declaration.requiresRecentAuth === true) requireRecentAuth(c)
}

let endpoints: Endpoint[] = []

/** Throws at startup if a route has no declaration, or a write by signed-in users does not declare whether it is logged. */
export function assertRoutesAreDeclared(app: Hono<App>): void {
  endpoints = listEndpoints(app.routes)
  const keys = new Set(endpoints.map(({ key }) => key))
  const missing = app.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((key) => !key.startsWith('ALL ') && !keys.has(key))
  if (missing.length > 0) throw new Error(`No declaration of ${missing.join(', ')}`)
  const unsaid = endpoints.filter(
    ({ method, declaration: { access, audit } }) =>
      access !== 'anyone' && !safeMethods.has(method) && audit === undefined,
  )
  if (unsaid.length > 0)
    throw new Error(`No audit kind, or null, of ${unsaid.map(({ key }) => key)}`)
}

// If a literal path does not support the method, the request must not fall through to the route with `:id`.
function rejectOtherMethod(c: Context<App>): void {
  const { path } = c.req
  // The last route, `/*`, is for pages.
  if (endpointOf(c)?.path === '/*' && path.startsWith('/api/')) rejectUnknown(c)
  if (endpointOf(c)?.path !== path && endpoints.some((endpoint) => endpoint.path === path))
    rejectUnknown(c)
}

/** Fails with 404, or 405 and the methods that the path supports. */
export function rejectUnknown(c: Context<App>): never {
  const methods = endpoints
    .filter(({ path }) => path !== '/*' && pattern(path).test(c.req.path))
    .map(({ method }) => method)
  if (methods.length === 0) fail(404, 'There is nothing at this URL.')
  fail(405, 'This URL does not support that method.', { headers: { Allow: methods.join(', ') } })
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
}

// Starts the read that the endpoint declares together with the read of the session, so that both take one trip. The handler gets
// its result only after session, level and rate limits have been checked.
function startLoading(c: Context<App>, db: Db, load: Load | undefined): void {
  if (!load) return
  const result = load(c, db)
  // A refused call does not wait for its read, so nothing else would catch its error.
  result.catch(() => {})
  c.set('loading', { load, result })
}

/** Returns what the endpoint declares as `load`; reads it now if it was not started before. */
export function loaded<T>(c: Context<App>, load: Load<T>): Promise<T> {
  const loading = c.get('loading')
  if (loading?.load === load) return loading.result as Promise<T>
  return load(c, database(c.env.DB))
}

/**
 * Returns the id of the caller as SQL, for reads that start before the session is known. It proves nothing: the secret in the
 * cookie is checked at the same time. Null for a call with an API token, because its cookie may be another user's.
 */
export function callerId(c: Context<App>): SQL<number> {
  const id = bearerOf(c) === undefined ? sessionIdOf(c) : undefined
  return sql`(select user_id from sessions where id = ${id ?? ''})`
}

// Which copy of the database a call reads: for a call that may lag the nearest replica, which is never older than what the
// browser has seen; for every other call the primary.

const cookieName = 'seen'
// Replicas lag by seconds, so after an hour any replica is recent enough.
const maxAgeSeconds = 3600

/**
 * Opens the D1 session of a call, and returns the database through it. With `allowsReplica` it may read a replica that has
 * everything this browser has written or read. The caller's sign-in session is always read from the primary, outside of it.
 */
function openD1Session(c: Context<App>, { allowsReplica }: Declaration): D1Database {
  const from = allowsReplica ? (bookmarkOf(c) ?? 'first-unconstrained') : 'first-primary'
  const session = c.env.DB.withSession(from)
  c.set('d1Session', session)
  return withSession(c.env.DB, session)
}

// Runs the handler with the database replaced by the D1 session of the call.
async function readReplica(
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

// The analytics databases through replicas: signed-in requests do not write to them, since events come through the queue.
function replicatedShards(env: Bindings): Record<string, D1Database> {
  return Object.fromEntries(
    analyticsNames(env).map((name) => {
      const database: D1Database = Reflect.get(env, name)
      return [name, withSession(database, database.withSession('first-unconstrained'))]
    }),
  )
}

/** Returns a database whose statements run in this session. */
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

/**
 * Fails with 429 above the limit of reads per minute. For calls without a session that cost as much as those of a signed-in
 * user. The platform counts them by network address: a counter in D1 would make each read a write.
 */
export async function limitSharedReads(c: Context<App>): Promise<void> {
  const key = `shared ${clientAddress(c.req.raw)}`
  if (!(await isWithinLimit(c.env.READS, key))) tooManyRequests(60)
}

/**
 * Fails with 429 above the limits per minute in `wrangler.toml`, which the platform counts approximately per data
 * center, or above `EXPORTS_PER_HOUR`, which D1 counts exactly.
 */
async function enforceRateLimits(
  c: Context<App>,
  declaration: Declaration,
  kind: 'WRITES' | 'READS',
): Promise<void> {
  const user = c.get('user')
  if (!user?.sessionId) return
  if (!(await isWithinLimit(c.env[kind], userKey(user)))) tooManyRequests(60)
  if (!declaration.export) return
  const subject = `${user.id}`
  const max = Number(c.env.EXPORTS_PER_HOUR)
  const wait = await consumeLimit(c.env, { kind: 'export', subject, max, window: 3600 })
  if (wait > 0) tooManyRequests(wait)
}

// Long downloads: the session is revalidated while they last, because the reader decides how long that is.

/** How often the session is revalidated during a download, in milliseconds. */
export const revalidateAfterMs = 10_000

/** Aborts the response once the session or token has ended or the account has changed. */
function abortWhenSessionEnds(c: Context<App>, { DB }: Pick<App['Bindings'], 'DB'>): void {
  const { body } = c.res
  const user = c.get('user')
  if (!body || !user) return
  const [bearer, session] = [bearerOf(c), sessionToken(c) ?? '']
  const find = async () =>
    bearer === undefined
      ? findSession(database(DB), session)
      : (await findTokenUser(database(DB), bearer))?.user
  let checkedAt = Date.now()
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (Date.now() - checkedAt > revalidateAfterMs) {
        if ((await find())?.authVersion !== user.authVersion)
          throw new Error('The session that started this download has ended')
        checkedAt = Date.now()
      }
      controller.enqueue(chunk)
    },
  })
  c.res = new Response(body.pipeThrough(checked), c.res)
}
