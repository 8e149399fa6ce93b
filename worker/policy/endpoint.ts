/** The endpoint that a request matched. */
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { policy } from './policy.ts'
import type { PolicyRow } from './row.ts'

/** Its key in the policy, such as `GET /view/:slug`, the path of that key, and its row. */
export function endpointOf(c: Context): { key: string; path: string; row?: PolicyRow } {
  // Middleware matches every method.
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  const key = `${route?.method} ${route?.path}`
  return { key, path: route?.path ?? '', row: policy[key] }
}
