/**
 * Holds every request to its policy row, in the order of the refusals: 404/405, declared length 413, session 401, cross-site
 * 403, level 403, second factor and fresh proof 403, rate 429. Only then is the body read: 503, 408, 413. After a body that
 * took its time, session, level, factor and proof are asked for once more.
 */
import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { authenticateBearer, bearerOf } from '../auth/api-tokens.ts'
import { requireRecentAuth } from '../auth/reauthenticate.ts'
import { abortWhenSessionEnds } from '../auth/revalidate-download.ts'
import { factorDue } from '../auth/second-factor.ts'
import { findSessionUser, forgetSession } from '../auth/session-cookie.ts'
import type { App } from '../env.ts'
import { fail } from '../http.ts'
import { policy } from '../policy/policy.ts'
import { accountChanged, type Row } from '../policy/row.ts'
import { limitRate } from './rate-limit.ts'
import { refuseTooLarge, withBody } from './request-body.ts'

const everythingElse = '/*'
/** Methods that change nothing (RFC 9110 9.2.1). */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

// A caller whose body took no longer than this, in milliseconds, is not read again: a call of that length is always possible.
const promptMs = 100

export const enforcePolicy = createMiddleware<App>(async (c, next) => {
  const row = rowFor(matchedRoutes(c), c.req.path)
  if (!row) return refuseUnknown(c.req.path)
  const isSafe = safeMethods.has(c.req.method)
  if (!isSafe) refuseTooLarge(c.req.raw, row)
  await identify(c, row)
  if (!isSafe) refuseCrossSite(c.req.raw)
  refuseByRow(c, row)
  await limitRate(c, row, isSafe ? 'READS' : 'WRITES')
  if (!isSafe)
    return withBody(c, row, async (tookMs) => {
      if (tookMs > promptMs) await identifyAgain(c, row)
      await next()
    })
  c.set('bytes', new Uint8Array())
  // Before a replica may take the place of the database.
  const { env } = c
  await next()
  if (row.export) abortWhenSessionEnds(c, env)
})

async function identify(c: Context<App>, row: Row): Promise<void> {
  if (row.who === 'anyone') return
  // Who sends a token means it, whatever cookie the request has as well.
  const token = bearerOf(c)
  c.set(
    'user',
    await (token === undefined ? findSessionUser(c) : authenticateBearer(c, token, row)),
  )
  if (c.get('user')) return
  forgetSession(c)
  fail(401, 'You are not signed in.')
}

// A body can be held for a minute, in which the session may end, the account change, or its level be lowered.
async function identifyAgain(c: Context<App>, row: Row): Promise<void> {
  const before = c.get('user')
  if (!before) return
  await identify(c, row)
  if (c.get('user')?.authVersion !== before.authVersion) fail(409, accountChanged)
  refuseByRow(c, row)
}

function refuseByRow(c: Context<App>, row: Row): void {
  const user = c.get('user')
  if (row.who !== 'anyone' && (user?.accessLevel ?? 0) < row.who) {
    fail(403, "You don't have the required access level to do this.")
  }
  if (user && !row.beforeFactor && factorDue(c.env, user))
    fail(403, 'Set up a second factor in Account, Security first.', { code: 'second-factor' })
  if (row.fresh === true) requireRecentAuth(c)
}

function rowFor(routes: { method: string; path: string }[], path: string): Row | undefined {
  const route = routes.find(({ method }) => method !== 'ALL')
  if (!route || (route.path === everythingElse && path.startsWith('/api/'))) return undefined
  // An address of its own is no id: what it does not answer, the rule for ids does not answer either.
  if (route.path !== path && literal.has(path)) return undefined
  return policy[`${route.method} ${route.path}`]
}

const literal = new Set(Object.keys(policy).map((key) => key.slice(key.indexOf(' ') + 1)))

function refuseUnknown(path: string): never {
  const methods = Object.keys(policy)
    .filter((key) => !key.endsWith(everythingElse) && pattern(key).test(path))
    .map((key) => key.slice(0, key.indexOf(' ')))
  if (methods.length === 0) fail(404, 'There is nothing at this address.')
  fail(405, 'This address does not answer that method.', { headers: { Allow: methods.join(', ') } })
}

function pattern(key: string): RegExp {
  return new RegExp(
    `^${key
      .slice(key.indexOf(' ') + 1)
      .replaceAll('.', '\\.')
      .replace(/:\w+/g, '[^/]+')}$`,
  )
}

// Browsers say where a request comes from; a client that sends neither header carries no stranger's cookie.
function refuseCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const same = site
    ? site === 'same-origin' || site === 'none'
    : !origin || origin === new URL(request.url).origin
  if (!same) fail(403, 'This request came from another site.', { code: 'cross-site' })
}

/** Throws at start-up when a route has no policy row. */
export function assertEveryRouteHasARow(app: Hono<App>): void {
  const missing = app.routes.filter(
    ({ method, path }) => method !== 'ALL' && !policy[`${method} ${path}`],
  )
  if (missing.length > 0)
    throw new Error(
      `No policy row for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    )
}
