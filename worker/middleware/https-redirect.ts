/** Sends whoever comes over http to https, where the installation has that. */
import type { Bindings } from '../env.ts'

/** The same address over https; undefined for a request that has come that way, or where there is none. */
export function redirectToHttps(request: Request, env: Bindings): Response | undefined {
  // The local runtime may stand behind something that ends https before it.
  if (!env.PUBLIC_ORIGIN.startsWith('https:') || env.PAGE_CACHE === 'local') return undefined
  if (!request.url.startsWith('http:')) return undefined
  const headers = {
    Location: request.url.replace('http:', 'https:'),
    'Cache-Control': 'private, no-store',
  }
  return new Response(null, { status: 308, headers })
}
