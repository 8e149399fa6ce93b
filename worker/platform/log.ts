/** Structured logs: one line of JSON each, as Workers Logs indexes them. Nobody's name, email or address is in one. */
import { errorMessages } from './storage-errors.ts'

type Details = { error?: unknown } & Record<string, unknown>

/** Writes a line. `at` names the code that writes it; `error` is written as the messages of its chain of causes. */
export function log(level: 'warn' | 'error', at: string, { error, ...details }: Details): void {
  const line = error === undefined ? details : { ...details, error: errorMessages(error) }
  console[level](JSON.stringify({ at, ...line }))
}
