/** Turns an error thrown by a route into a one-sentence response. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { Refusal } from '../http.ts'
import { log } from '../platform/log.ts'
import { isStorageTrouble } from '../platform/storage-errors.ts'

export function handleError(error: Error, c: Context<App>): Response {
  const refusal = error instanceof Refusal ? error : unexpected(error, c)
  for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value)
  // The route's own caching must not apply to an error.
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Error-Code', refusal.code)
  c.header('X-Request-Id', c.get('requestId'))
  return c.text(refusal.message, refusal.status)
}

function unexpected(error: Error, c: Context<App>): Refusal {
  log('error', c.req.routePath, { requestId: c.get('requestId'), error })
  return isStorageTrouble(error)
    ? new Refusal(503, 'The service is busy. Nothing was lost; try again in a moment.', {
        headers: { 'Retry-After': '2' },
      })
    : new Refusal(
        500,
        `Something went wrong on our end. Try again in a moment. If it keeps happening, contact support and include this ID: ${c.get('requestId')}`,
      )
}
