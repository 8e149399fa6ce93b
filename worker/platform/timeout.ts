/** Promise timeouts. */

/** What the work resolves to, or a rejection with `error()` once it has taken longer than that many milliseconds. */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  error: () => Error = unavailable,
): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error()), milliseconds)
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer))
}

// `isStorageTrouble` counts it as storage that cannot serve now.
function unavailable(): Error {
  return new Error('The storage is unavailable: no answer in time')
}
