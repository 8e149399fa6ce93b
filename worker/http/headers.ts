/** What happens to every request: the redirect to https, a line in the log, and security headers on the response. */
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { logRequest } from '../platform/log.ts'
import { endpointOf } from './declaration.ts'

/** Returns the redirect to https; undefined if the request already uses https or the installation does not. */
export function redirectToHttps(request: Request, env: Bindings): Response | undefined {
  // The local runtime may be behind a proxy that terminates TLS.
  if (!env.PUBLIC_ORIGIN.startsWith('https:') || env.PAGE_CACHE === 'local') return undefined
  if (!request.url.startsWith('http:')) return undefined
  const headers = {
    Location: request.url.replace('http:', 'https:'),
    'Cache-Control': 'private, no-store',
  }
  logRequest(request, { route: '/*', status: 308, ms: 0 })
  return new Response(null, { status: 308, headers })
}

/** Logs every request that reaches the app. Must be the first middleware. */
export const requestLog = createMiddleware<App>(async (c, next) => {
  const start = Date.now()
  await next()
  logRequest(c.req.raw, {
    route: endpointOf(c)?.path ?? '/*',
    status: c.res.status,
    ms: Date.now() - start,
    cache: c.get('cache'),
    code: c.res.headers.get('X-Error-Code') ?? undefined,
  })
})

const headers = secureHeaders({
  strictTransportSecurity: false,
  xFrameOptions: 'SAMEORIGIN',
  xXssProtection: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  originAgentCluster: false,
  referrerPolicy: false,
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: 'same-origin',
})

const policyName = 'Content-Security-Policy'

/** The `Permissions-Policy` of a page that may use the camera, if the user agrees. */
export const ownCamera = permissions('camera=(self)')

const pageDefaults = {
  [policyName]: "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions('camera=()'),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/**
 * Sets `requestId`, for logs and errors. Adds the security headers; a header that the route has set stays. A response without
 * a body does not get `pageDefaults`, because a 304 replaces the headers of the page that the browser has stored (RFC 9111,
 * section 3.2).
 */
export const securityHeaders = createMiddleware<App>(async (c, next) => {
  c.set('requestId', requestIdOf(c.req.header('CF-Ray')))
  await headers(c, next)
  const { body, headers: sent } = c.res
  // A 304 that has a policy comes from a cache and has all headers of its page.
  if (body || sent.has(policyName))
    for (const [name, value] of Object.entries(pageDefaults))
      if (!sent.has(name)) sent.set(name, value)
  if (!sent.has('Cache-Control')) sent.set('Cache-Control', 'private, no-store')
  if (publicOrigin(c.env, c.req.raw).startsWith('https:'))
    sent.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
})

function permissions(camera: string): string {
  return `${camera}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`
}

// Cloudflare sets `CF-Ray`; a value in any other form was made up by the caller.
function requestIdOf(ray = ''): string {
  return /^[0-9a-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID()
}
