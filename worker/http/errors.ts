/** Errors of endpoints. Routes call `fail`, `orNotFound` or `requirePermission`; `handleError` turns it into a response. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { App } from '../env.ts'
import { isTransientStorageError } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import type { Page } from '../public/html-document.tsx'

const codes: Record<number, string> = {
  400: 'invalid',
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  405: 'wrong-method',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  412: 'stale',
  413: 'too-large',
  415: 'wrong-type',
  429: 'too-many',
  503: 'unavailable',
}

/** An error response: one plain sentence, which must not repeat what the caller sent. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly headers: Record<string, string>
  readonly page: Page | undefined

  constructor(status: ContentfulStatusCode, message: string, options: HttpErrorOptions = {}) {
    super(message)
    this.status = status
    this.code = options.code ?? codes[status] ?? 'failed'
    this.headers = options.headers ?? {}
    this.page = options.page
  }
}

type HttpErrorOptions = {
  code?: string
  headers?: Record<string, string>
  /** Sent instead of the sentence to a browser that shows the response. */
  page?: Page | undefined
}

export function fail(
  status: ContentfulStatusCode,
  message: string,
  options?: HttpErrorOptions,
): never {
  throw new HttpError(status, message, options)
}

/** Returns the value; fails with 404 if it is missing. */
export function orNotFound<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) fail(404, message)
  return value
}

/** Fails with 403 unless `allowed`. */
export function requirePermission(allowed: boolean, message: string): void {
  if (!allowed) fail(403, message)
}

/** Fails with 429 and the time to wait. */
export function tooManyRequests(seconds: number): never {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  fail(429, `Too many attempts. Try again in ${wait}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

export function handleError(error: Error, c: Context<App>): Response {
  const httpError = error instanceof HttpError ? error : unexpected(error, c)
  for (const [name, value] of Object.entries(httpError.headers)) c.header(name, value)
  // The route may have allowed caching, which must not apply to an error.
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
