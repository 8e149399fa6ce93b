/** Classifies errors of D1. */
import { TimeoutError } from './timeout.ts'

// What D1 says when it is temporarily unavailable (Cloudflare D1 docs, "Debug D1"); the last alternative is ours, for
// a shard being moved.
const transientStorageErrors =
  /Network connection lost|reset because its code was updated|object to be reset|Cannot resolve D1 DB|client disconnected|overloaded|Too many requests queued|exceeded (timeout|its CPU time limit|its memory limit)|internal error|constraint failed: shard_moves/i

// What D1 says when the database, the account or the day's quota is full, or nothing may be written. Nobody knows when
// that ends, and no part of the work would be accepted.
const fullOrReadOnlyErrors =
  /Exceeded maximum DB size|maximum (account )?storage limit|daily row (read|write) limit|SQLITE_FULL|disk is full|SQLITE_READONLY|readonly database/i

/** True if the same statement may succeed later: the storage, not the statement, is the cause. */
export function isTransientStorageError(error: unknown): boolean {
  const messages = errorMessages(error)
  return (
    isTimeout(error) || transientStorageErrors.test(messages) || fullOrReadOnlyErrors.test(messages)
  )
}

// Drizzle wraps the error of the binding.
function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof Error && isTimeout(error.cause))
}

// It is unknown whether the statement ran before the connection was lost.
const lostConnection =
  /Network connection lost|reset because its code was updated|object to be reset|Cannot resolve D1 DB|client disconnected/i

/** True if it is unknown whether the statement ran. */
export function isConnectionLost(error: unknown): boolean {
  return lostConnection.test(errorMessages(error))
}

/** True if the same work may succeed in smaller parts. */
export function isStatementTooLarge(error: unknown): boolean {
  return /exceeded (timeout|its CPU time limit|its memory limit)/i.test(errorMessages(error))
}

/** The messages of the error and its causes: drizzle wraps the database's error. Contains no bound values. */
export function errorMessages(error: unknown): string {
  return error instanceof Error
    ? `${withoutValues(error)}\n${errorMessages(error.cause)}`.trim()
    : ''
}

// Drizzle repeats every bound value of the failed statement.
function withoutValues({ message }: Error): string {
  return message.startsWith('Failed query: ') ? (message.split('\nparams: ')[0] ?? '') : message
}
