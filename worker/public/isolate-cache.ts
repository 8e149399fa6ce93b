/** Serves cached card pages from this isolate's memory, before the app and its middleware run. */
import { createMiddleware } from 'hono/factory'
import { viewPath } from '../../schema/screens.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { logRequest } from '../platform/log.ts'
import { preferredLanguages } from './choose-language.ts'
import { readIsolateSlug } from './code-cache.ts'
import type { Page } from './html-document.tsx'
import { findVariant, hasLanguages, queryOf } from './language-copies.ts'
import { readIsolateCache, writeIsolateCache } from './page-cache.ts'
import { toResponse } from './page-response.ts'
import { mayReveal } from './revealing-codes.ts'
import { mayHaveUnlockCookie } from './unlock.ts'

const path = /^https?:\/\/[^/]+(\/(?:view|s)\/[^/?#]+)(?:\?|$)/

/** A cached page with all its headers, at most 5 s old; never for a browser with a session or an unlock cookie. */
export function isolateCacheMatch(request: Request, env: Bindings): Response | undefined {
  if (request.method !== 'GET') return undefined
  const [, pagePath] = path.exec(request.url) ?? []
  const cached = pagePath && readPage(publicOrigin(env, request) + viewPathOf(pagePath), request)
  if (!cached || isPersonal(request)) return undefined
  const code = pagePath.startsWith('/s/') ? pagePath.slice('/s/'.length) : undefined
  if (code && mayReveal(env, cached, code)) return undefined
  const response = toResponse(cached, request.headers.get('If-None-Match') ?? undefined)
  const route = code ? '/s/:code' : '/view/:slug'
  logRequest(request, { route, status: response.status, ms: 0, cache: 'isolate' })
  return response
}

// Of a signed-in user, or of a visitor who may see more.
function isPersonal({ headers }: Request): boolean {
  const cookies = headers.get('Cookie')
  return !!cookies && (cookies.includes('sid=') || mayHaveUnlockCookie(cookies))
}

/** The page at this address in the visitor's language. */
function readPage(address: string, request: Request): Page | undefined {
  const first = readIsolateCache(address)
  const variant = first && hasLanguages(first) && findVariant(first, preferredLanguages(request))
  return variant ? readIsolateCache(address + variant.query) : first
}

// A code has no page of its own, only a slug.
function viewPathOf(pagePath: string): string {
  const slug = readIsolateSlug(pagePath)
  return slug ? viewPath(slug) : pagePath
}

/** Caches the page that a route has `set`. */
export const isolateCache = createMiddleware<App>(async (c, next) => {
  await next()
  const page = c.get('page')
  if (!page || c.req.method !== 'GET') return
  // The middleware in between has added its headers only now.
  const headers = new Headers(c.res.headers)
  const address = publicOrigin(c.env, c.req.raw) + (c.get('pagePath') ?? c.req.path)
  writeIsolateCache(address + queryOf(page, readIsolateCache(address)), { ...page, headers })
})
