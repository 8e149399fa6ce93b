/**
 * Structured logs: one line of JSON each, as Workers Logs indexes them. No line contains a name, an email or an IP
 * address.
 */
import { countLogLine } from './metrics.ts'
import { errorMessages } from './storage-errors.ts'

type Details = { error?: unknown } & Record<string, unknown>

/** Writes one line, and counts it. `at` names the calling code, never a value; `error` is written as the messages of its chain of causes. */
export function log(level: 'warn' | 'error', at: string, { error, ...details }: Details): void {
  const line = error === undefined ? details : { ...details, error: errorMessages(error) }
  countLogLine(at)
  console[level](JSON.stringify({ at, ...line }))
}
