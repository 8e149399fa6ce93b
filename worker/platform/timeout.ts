/** Promise timeouts. */

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
