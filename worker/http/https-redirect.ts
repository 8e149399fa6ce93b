/** Redirects http to https, if the installation has https. */
import type { Bindings } from '../env.ts'
import { logRequest } from '../platform/log.ts'

/** The redirect to https; undefined if the request uses https already or the installation has none. */
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
