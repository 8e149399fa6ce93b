/**
 * Checks every request against its policy row, in the order of the errors: 404/405, declared length 413, session
 * 401, cross-site 403, level 403, second factor and recent authentication 403, rate 429. Only then reads the body:
 * 503, 408, 413. After a slow body, checks session, level, factor and authentication again.
 */
import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { authenticateBearer, bearerOf } from '../auth/api-tokens.ts'
import { requireRecentAuth } from '../auth/reauthenticate.ts'
import { abortWhenSessionEnds } from '../auth/revalidate-download.ts'
import { mustSetUpSecondFactor } from '../auth/second-factor.ts'
import { clearSessionCookie, findSessionUser, sessionIdOf } from '../auth/session-cookie.ts'
import type { App } from '../env.ts'
import { fail } from '../errors.ts'
import { database } from '../platform/database.ts'
import { endpointOf } from '../policy/endpoint.ts'
import { policy } from '../policy/policy.ts'
import { accountChangedMessage, type PolicyRow } from '../policy/row.ts'
import { startPrefetch } from './prefetch.ts'
import { enforceRateLimits } from './rate-limit.ts'
import { openD1Session } from './read-replica.ts'
import { rejectTooLarge, withBody } from './request-body.ts'

const catchAll = '/*'
/** Safe methods (RFC 9110, section 9.2.1). */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

// If reading the body took longer than this (ms), the caller is authenticated again: the session may have ended meanwhile.
const recheckAfterMs = 100

export const enforcePolicy = createMiddleware<App>(async (c, next) => {
  const row = findRow(c)
  if (!row) return rejectUnknown(c.req.path)
  const isSafe = safeMethods.has(c.req.method)
  if (!isSafe) rejectTooLarge(c.req.raw, row)
  startReads(c, row)
  await authenticate(c, row)
  if (!isSafe) rejectCrossSite(c.req.raw)
  checkPermissions(c, row)
  await enforceRateLimits(c, row, isSafe ? 'READS' : 'WRITES')
  if (!isSafe)
    return withBody(c, row, async (tookMs) => {
      if (tookMs > recheckAfterMs) await authenticateAgain(c, row)
      await next()
    })
  c.set('bytes', new Uint8Array())
  // Taken before `readReplica` can replace the database.
  const { env } = c
  await next()
  if (row.export) abortWhenSessionEnds(c, env)
})

// Only for a request with a credential: others are refused without a query.
function startReads(c: Context<App>, row: PolicyRow): void {
  if (row.access === 'anyone' || !(sessionIdOf(c) ?? bearerOf(c))) return
  startPrefetch(c, database(openD1Session(c, row)), row)
}

async function authenticate(c: Context<App>, row: PolicyRow): Promise<void> {
  if (row.access === 'anyone') return
  // An API token takes precedence over a session cookie.
  const token = bearerOf(c)
  c.set(
    'user',
    await (token === undefined ? findSessionUser(c) : authenticateBearer(c, token, row)),
  )
  if (c.get('user')) return
  clearSessionCookie(c)
  fail(401, 'You are not signed in.')
}

// A body can take a minute, in which the session may end, the account change, or its level be lowered.
async function authenticateAgain(c: Context<App>, row: PolicyRow): Promise<void> {
  const before = c.get('user')
  if (!before) return
  startReads(c, row)
  await authenticate(c, row)
  if (c.get('user')?.authVersion !== before.authVersion) fail(409, accountChangedMessage)
  checkPermissions(c, row)
}

function checkPermissions(c: Context<App>, row: PolicyRow): void {
  const user = c.get('user')
  if (row.access !== 'anyone' && (user?.accessLevel ?? 0) < row.access) {
    fail(403, "You don't have the required access level to do this.")
  }
  if (user && !row.allowedBeforeSecondFactor && mustSetUpSecondFactor(c.env, user))
    fail(403, 'Set up two-step verification in Account > Security first.', {
      code: 'second-factor',
    })
  if (row.requiresRecentAuth === true) requireRecentAuth(c)
}

function findRow(c: Context<App>): PolicyRow | undefined {
  const { path, row } = endpointOf(c)
  if (path === catchAll && c.req.path.startsWith('/api/')) return undefined
  // A literal route is not an id: a method it does not support must not fall through to the `:id` route.
  if (path !== c.req.path && literalPaths.has(c.req.path)) return undefined
  return row
}

const literalPaths = new Set(Object.keys(policy).map((key) => key.slice(key.indexOf(' ') + 1)))

function rejectUnknown(path: string): never {
  const methods = Object.keys(policy)
    .filter((key) => !key.endsWith(catchAll) && pattern(key).test(path))
    .map((key) => key.slice(0, key.indexOf(' ')))
  if (methods.length === 0) fail(404, 'There is nothing at this URL.')
  fail(405, 'This URL does not support that method.', { headers: { Allow: methods.join(', ') } })
}

function pattern(key: string): RegExp {
  return new RegExp(
    `^${key
      .slice(key.indexOf(' ') + 1)
      .replaceAll('.', '\\.')
      .replace(/:\w+/g, '[^/]+')}$`,
  )
}

// Browsers send the origin of a request; a client that sends neither header carries no one else's cookie.
function rejectCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const same = site
    ? site === 'same-origin' || site === 'none'
    : !origin || origin === new URL(request.url).origin
  if (!same) fail(403, 'Cross-site requests are not allowed.', { code: 'cross-site' })
}

/** Throws at startup if a route has no policy row. */
export function assertRoutesHavePolicy(app: Hono<App>): void {
  const missing = app.routes.filter(
    ({ method, path }) => method !== 'ALL' && !policy[`${method} ${path}`],
  )
  if (missing.length > 0)
    throw new Error(
      `No policy row for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    )
}
