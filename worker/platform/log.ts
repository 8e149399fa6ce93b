/**
 * Structured logs: one line of JSON for each request and each failure, as Workers Logs indexes them. No line contains a
 * name, an email, an IP address, a path or a query.
 */
import { errorMessages } from './failures.ts'

type Answer = {
  /** The pattern of the route, such as `/view/:slug`. */
  route: string
  status: number
  /** Time until the headers. The clock of the platform advances only with I/O, so this excludes processor time. */
  ms: number
  /** The cache that a public page came from. */
  cache?: string
  /** The `X-Error-Code` of the response. */
  code?: string
}

/** Writes the line of a request. */
export function logRequest({ method, cf }: Request, answer: Answer): void {
  console.log(JSON.stringify({ at: 'request', method, ...answer, colo: cf?.colo }))
}

type Details = { error?: unknown } & Record<string, unknown>

/** Writes the line of a failure. `at` names the calling code, never a value; `error` is written as the messages of its chain of causes. */
export function log(level: 'warn' | 'error', at: string, { error, ...details }: Details): void {
  const line = error === undefined ? details : { ...details, error: errorMessages(error) }
  console[level](JSON.stringify({ at, ...line }))
}
