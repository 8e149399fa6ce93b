/** Promise timeouts. */

/** Resolves as `work` does, or rejects with `error()` after `milliseconds`. */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  error: () => Error = unavailable,
): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error()), milliseconds)
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer))
}

// `isTransientStorageError` matches this message.
function unavailable(): Error {
  return new Error('The storage is unavailable: no answer in time')
}
