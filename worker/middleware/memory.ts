/** Answers a burst of scans from this isolate's memory, before anything else runs. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { answer } from '../cards/answers.ts'
import { keptPage, rememberPage } from '../cards/edge-cache.ts'
import { type App, publicOrigin } from '../env.ts'
import { sessionToken } from './session.ts'

/** For anybody not signed in: a page that a route has `set` is sent again with all its headers for up to 5 s. */
export const memory = createMiddleware<App>(async (c, next) => {
  const address = publicOrigin(c.env, c.req.raw) + c.req.path
  const kept = isRead(c) && !sessionToken(c) && keptPage(address)
  if (kept) return answer(kept, c.req.header('If-None-Match'))
  await next()
  const page = c.get('page')
  // Complete only now: the middleware in between has added its headers.
  if (page) rememberPage(address, { ...page, headers: new Headers(c.res.headers) })
})

function isRead(c: Context<App>): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}
