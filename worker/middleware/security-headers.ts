/**
 * Security headers of every response. A route's own `Content-Security-Policy`, `Referrer-Policy` or `Cache-Control`
 * takes precedence. A route that sets `Permissions-Policy` to `ownCamera` gets the camera as well.
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
  referrerPolicy: 'strict-origin-when-cross-origin',
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: 'same-origin',
  permissionsPolicy: {
    camera: [],
    microphone: [],
    geolocation: [],
    payment: [],
    usb: [],
    browsingTopics: [],
  },
})

const emptyPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Lets the page itself use the camera, after the user has agreed. */
export const ownCamera = 'camera=(self)'

export const securityHeaders = createMiddleware<App>(async (c, next) => {
  c.set('requestId', requestIdOf(c.req.header('CF-Ray')))
  let referrer: string | null = null
  let hasCamera = false
  await headers(c, async () => {
    await next()
    referrer = c.res.headers.get('Referrer-Policy')
    hasCamera = c.res.headers.get('Permissions-Policy') === ownCamera
  })
  const responseHeaders = c.res.headers
  if (referrer) responseHeaders.set('Referrer-Policy', referrer)
  const permissions = responseHeaders.get('Permissions-Policy') ?? ''
  if (hasCamera)
    responseHeaders.set('Permissions-Policy', permissions.replace('camera=()', ownCamera))
  if (!responseHeaders.has('Content-Security-Policy'))
    responseHeaders.set('Content-Security-Policy', emptyPolicy)
  if (!responseHeaders.has('Cache-Control'))
    responseHeaders.set('Cache-Control', 'private, no-store')
  if (!responseHeaders.has('Cross-Origin-Resource-Policy'))
    responseHeaders.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (publicOrigin(c.env, c.req.raw).startsWith('https:'))
    responseHeaders.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
})

// Cloudflare sets its own; any other value was made up by the caller.
function requestIdOf(ray = ''): string {
  return /^[0-9a-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID()
}
