/**
 * Checks a request against the declaration of its endpoint, in the order of the errors: 404/405, declared length 413,
 * session 401, cross-site 403, level 403, second factor and recent authentication 403, rate 429. Only then reads the body:
 * 503, 408, 413. After a slow body, checks session, level, factor and authentication again.
 */
import type { Context, Hono } from 'hono'
import { authenticateBearer, bearerOf } from '../accounts/api-tokens.ts'
import { requireRecentAuth } from '../accounts/reauthenticate.ts'
import { abortWhenSessionEnds } from '../accounts/revalidate-download.ts'
import { mustSetUpSecondFactor } from '../accounts/second-factor.ts'
import { clearSessionCookie, findSessionUser, sessionIdOf } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { database } from '../platform/database.ts'
import {
  accountChangedMessage,
  type Declaration,
  type Endpoint,
  endpointOf,
  listEndpoints,
  safeMethods,
} from './declaration.ts'
import { fail } from './errors.ts'
import { enforceRateLimits } from './limits.ts'
import { startLoading } from './load.ts'
import { openD1Session } from './read-replica.ts'
import { rejectCrossSite, rejectTooLarge, withBody } from './request-body.ts'

// If reading the body took longer than this (ms), the caller is authenticated again: the session may have ended meanwhile.
const recheckAfterMs = 100

export async function guard(
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
  // Taken before `readReplica` can replace the database.
  const { env } = c
  await run()
  if (declaration.export) abortWhenSessionEnds(c, env)
}

// Only for a request with a credential: others are refused without a query.
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

// A body can take a minute, in which the session may end, the account change, or its level be lowered.
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

/** Throws at startup if a route declares nothing, or a write by signed-in users not whether it is logged. */
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

// A literal path is not an id: a method that it does not support must not fall through to the `:id` route.
function rejectOtherMethod(c: Context<App>): void {
  const { path } = c.req
  // The last route is for pages.
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
