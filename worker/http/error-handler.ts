/** Turns an error thrown by a route into a one-sentence response. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { log } from '../platform/log.ts'
import { isTransientStorageError } from '../platform/storage-errors.ts'
import { HttpError } from './errors.ts'

export function handleError(error: Error, c: Context<App>): Response {
  const httpError = error instanceof HttpError ? error : unexpected(error, c)
  for (const [name, value] of Object.entries(httpError.headers)) c.header(name, value)
  // The route's own caching must not apply to an error.
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Error-Code', httpError.code)
  c.header('X-Request-Id', c.get('requestId'))
  if (!httpError.page) return c.text(httpError.message, httpError.status)
  for (const [name, value] of httpError.page.headers) c.header(name, value)
  return c.body(new Uint8Array(httpError.page.body), httpError.status)
}

function unexpected(error: Error, c: Context<App>): HttpError {
  log('error', c.req.routePath, { requestId: c.get('requestId'), error })
  return isTransientStorageError(error)
    ? new HttpError(503, 'The service is busy. Nothing was lost; try again in a moment.', {
        headers: { 'Retry-After': '2' },
      })
    : new HttpError(
        500,
        `Something went wrong on our end. Try again in a moment. If it keeps happening, contact support and include this ID: ${c.get('requestId')}`,
      )
}
