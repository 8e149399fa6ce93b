/** Serves cached card pages from this isolate's memory, before the app and its middleware run. */
import { createMiddleware } from 'hono/factory'
import { readIsolateCache, writeIsolateCache } from '../cards/page-cache.ts'
import { toResponse } from '../cards/page-response.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { countRequest } from '../platform/metrics.ts'

const path = /^https?:\/\/[^/]+(\/view\/[^/?#]+)(?:\?|$)/

/** A cached page with all its headers, at most 5 s old; never for a browser with a session. */
export function isolateCacheMatch(request: Request, env: Bindings): Response | undefined {
  if (request.method !== 'GET') return undefined
  const [, pagePath] = path.exec(request.url) ?? []
  const cached = pagePath && readIsolateCache(publicOrigin(env, request) + pagePath)
  if (!cached || request.headers.get('Cookie')?.includes('sid=')) return undefined
  const response = toResponse(cached, request.headers.get('If-None-Match') ?? undefined)
  countRequest({ route: 'GET /view/:slug', status: response.status, cache: 'isolate', ms: 0 })
  return response
}

/** Caches the page that a route has `set`. */
export const isolateCache = createMiddleware<App>(async (c, next) => {
  await next()
  const page = c.get('page')
  if (!page || c.req.method !== 'GET') return
  // The middleware in between has added its headers only now.
  const headers = new Headers(c.res.headers)
  writeIsolateCache(publicOrigin(c.env, c.req.raw) + c.req.path, { ...page, headers })
})
