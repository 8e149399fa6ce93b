/** Bounded caches in the memory of an isolate. */
import { LRUCache } from 'lru-cache'

type Options<Value extends object | true> = LRUCache.Options<string, Value, unknown>

/** A cache by `max` entries or `maxSize`, with a `ttl` in milliseconds; the least recently used entry gives way. */
export function boundedCache<Value extends object | true>(options: Options<Value>) {
  // The library's own timer would belong to the request that read first, and end with it.
  return new LRUCache<string, Value>({ ...options, ttlResolution: 0, perf })
}

// Looked up at each call, so that a test can move the clock.
const perf = { now: () => Date.now() }
