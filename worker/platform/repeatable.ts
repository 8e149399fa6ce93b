/** Repeats work on D1 whose outcome is unknown, because the connection was lost before the response. */
import { isConnectionLost } from './storage-errors.ts'

const maxAttempts = 5
const repeatForMs = 2000
const backoffMs = 50

/**
 * Runs writes again, up to five times in two seconds, after a lost connection. Only for writes that may run twice, and whose
 * second answer is that of the first: so it comes from what is stored then, not from what this run has changed.
 */
export async function repeatable<T>(write: () => PromiseLike<T>): Promise<T> {
  return repeatAfterLoss(write, maxAttempts)
}

/** The same, with a number of attempts. */
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
