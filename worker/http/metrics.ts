/** Counts every response of the app by route, status, cache and latency, in the memory of the isolate. */
import { createMiddleware } from 'hono/factory'
import type { App } from '../env.ts'
import { countError, countRequest } from '../platform/metrics.ts'
import { endpointOf } from './declaration.ts'

/** Must be the first middleware. The clock of the platform advances only with I/O, so this excludes processor time. */
export const countRequests = createMiddleware<App>(async (c, next) => {
  const start = Date.now()
  await next()
  const { status, headers } = c.res
  countRequest({
    route: endpointOf(c)?.key ?? 'none',
    status,
    cache: c.get('cache') ?? 'none',
    ms: Date.now() - start,
  })
  const code = headers.get('X-Error-Code') ?? (status >= 500 ? String(status) : undefined)
  if (code) countError(code)
})
