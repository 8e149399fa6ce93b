/**
 * Security headers of every response. A route's own headers take precedence. A response without a body, such as a 304,
 * a redirect or a 204, leaves out what a page may set itself: a 304 replaces the headers of the page that the browser
 * has stored (RFC 9111, section 3.2).
 */
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { type App, publicOrigin } from '../env.ts'

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

/** `Permissions-Policy` of a page that may use the camera, after the user has agreed. */
export const ownCamera = permissions('camera=(self)')

const pageDefaults = {
  [policyName]: "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions('camera=()'),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

export const securityHeaders = createMiddleware<App>(async (c, next) => {
  c.set('requestId', requestIdOf(c.req.header('CF-Ray')))
  await headers(c, next)
  const { body, headers: sent } = c.res
  // A 304 with a policy has all headers of its page: the caches store them.
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

// Cloudflare sets its own; any other value was made up by the caller.
function requestIdOf(ray = ''): string {
  return /^[0-9a-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID()
}
