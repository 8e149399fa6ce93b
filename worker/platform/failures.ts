/** Failures of storage: time limits, the errors of D1, and repeats after a lost connection. */

export class TimeoutError extends Error {}

/** Resolves as `work` does; rejects after `milliseconds` with `error()`, a `TimeoutError` if it is absent. */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  error: () => Error = timeoutError,
): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error()), milliseconds)
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer))
}

function timeoutError(): Error {
  return new TimeoutError('The storage did not respond in time')
}

const maxAttempts = 5
const repeatForMs = 2000
const backoffMs = 50

/**
 * Runs writes again after a lost connection, up to five times in two seconds. Only for writes that may run twice and then
 * return the same: what is stored, not what this run has changed.
 */
export async function repeatable<T>(write: () => PromiseLike<T>): Promise<T> {
  return repeatAfterLoss(write, maxAttempts)
}

/** Runs the work again after a lost connection, up to `attempts` times in two seconds. */
export async function repeatAfterLoss<T>(work: () => PromiseLike<T>, attempts: number): Promise<T> {
  const end = Date.now() + repeatForMs
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ('value' in outcome) return outcome.value
    if (attempt === attempts || Date.now() >= end || !isConnectionLost(outcome.error))
      throw outcome.error
    await scheduler.wait(Math.random() * backoffMs * 2 ** attempt)
  }
}

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
function isConnectionLost(error: unknown): boolean {
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
