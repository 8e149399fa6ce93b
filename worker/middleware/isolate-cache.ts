/** A burst of scans is answered from this isolate's memory, before the app and its middleware run. */
import { createMiddleware } from 'hono/factory'
import { keptPage, rememberPage } from '../cards/page-cache.ts'
import { pageResponse } from '../cards/page-response.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'

const path = /^https?:\/\/[^/]+(\/view\/[^/?#]+)(?:\?|$)/

/** A page with all its headers, for up to 5 s after it was made; never to a browser with a session. */
export function isolateCacheMatch(request: Request, env: Bindings): Response | undefined {
  if (request.method !== 'GET') return undefined
  const [, asked] = path.exec(request.url) ?? []
  const kept = asked && keptPage(publicOrigin(env, request) + asked)
  if (!kept || request.headers.get('Cookie')?.includes('sid=')) return undefined
  return pageResponse(kept, request.headers.get('If-None-Match') ?? undefined)
}

/** Keeps the page that a route has `set` for the next visitors. */
export const isolateCache = createMiddleware<App>(async (c, next) => {
  await next()
  const page = c.get('page')
  if (!page || c.req.method !== 'GET') return
  // Complete only now: the middleware in between has added its headers.
  const headers = new Headers(c.res.headers)
  rememberPage(publicOrigin(c.env, c.req.raw) + c.req.path, { ...page, headers })
})
