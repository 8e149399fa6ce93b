/** Waiting for others, but never without end. */

/** What the work gives, or an error that counts as trouble of the storage once it has taken longer than that. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(noAnswer)), milliseconds)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const noAnswer = 'The storage is unavailable: no answer in time'
