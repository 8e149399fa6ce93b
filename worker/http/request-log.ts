/** Logs every request that reaches the app: see `platform/log.ts`. */
import { createMiddleware } from 'hono/factory'
import type { App } from '../env.ts'
import { logRequest } from '../platform/log.ts'
import { endpointOf } from './declaration.ts'

/** Must be the first middleware. */
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
