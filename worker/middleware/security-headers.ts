/** Headers every answer carries; a route that sends its own `Content-Security-Policy`, `Referrer-Policy` or `Cache-Control` keeps it. */
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

const nothingLoads = "default-src 'none'; frame-ancestors 'none'"

export const securityHeaders = createMiddleware<App>(async (c, next) => {
  c.set('requestId', requestIdOf(c.req.header('CF-Ray')))
  let referrer: string | null = null
  await headers(c, async () => {
    await next()
    referrer = c.res.headers.get('Referrer-Policy')
  })
  const answer = c.res.headers
  if (referrer) answer.set('Referrer-Policy', referrer)
  if (!answer.has('Content-Security-Policy')) answer.set('Content-Security-Policy', nothingLoads)
  if (!answer.has('Cache-Control')) answer.set('Cache-Control', 'private, no-store')
  if (!answer.has('Cross-Origin-Resource-Policy'))
    answer.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (publicOrigin(c.env, c.req.raw).startsWith('https:'))
    answer.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
})

// The edge sets its own; anything else is what a caller made up.
function requestIdOf(ray = ''): string {
  return /^[0-9a-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID()
}
