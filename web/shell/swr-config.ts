import { useEffect } from 'react'
import {
  type Middleware,
  type SWRConfiguration,
  unstable_serialize as serializeKey,
  useSWRConfig,
} from 'swr'

const retentionMs = 60_000

/** Reference-counted cache: an entry is discarded a minute after its last user released it. */
export class CacheRefCounter {
  readonly #counts = new Map<string, number>()
  readonly #discards = new Map<string, ReturnType<typeof setTimeout>>()

  /** Call the returned function once, to release the entry. */
  retain(key: string, discard: (key: string) => void): () => void {
    clearTimeout(this.#discards.get(key))
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#counts.get(key) ?? 1) - 1
      this.#counts.set(key, left)
      if (left === 0)
        this.#discards.set(
          key,
          setTimeout(() => discard(key), retentionMs),
        )
    }
  }
}

const refCounter = new CacheRefCounter()

const retainWhileMounted: Middleware = (useNext) => (key, fetcher, config) => {
  const { cache } = useSWRConfig()
  const serialized = serializeKey(key)
  useEffect(() => {
    if (serialized) return refCounter.retain(serialized, (discarded) => cache.delete(discarded))
  }, [cache, serialized])
  return useNext(key, fetcher, config)
}

// SWR treats cleared data, as after the end of a session, as fresh for the rest of its 30 s, so a
// component that shows it again would never load it.
const revalidateCleared: Middleware = (useNext) => (key, fetcher, config) => {
  const response = useNext(key, fetcher, config)
  const { data, error, isValidating, mutate } = response
  const cleared = serializeKey(key) !== '' && data === undefined && !error && !isValidating
  useEffect(() => {
    if (cleared) void mutate()
  }, [cleared, mutate])
  return response
}

/** Query defaults: fresh for 30 s, no retries, revalidate on focus. */
export const swrConfig: SWRConfiguration = {
  use: [retainWhileMounted, revalidateCleared],
  dedupingInterval: 30_000,
  focusThrottleInterval: 30_000,
  revalidateOnFocus: true,
  revalidateIfStale: true,
  shouldRetryOnError: false,
}
