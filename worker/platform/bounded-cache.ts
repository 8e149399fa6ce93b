/** Bounded in-memory caches, one per isolate. */
import { LRUCache } from 'lru-cache'

type Options<Value extends object | true> = LRUCache.Options<string, Value, unknown>

/**
 * A cache limited by `max` entries or by `maxSize`, with a `ttl` in milliseconds. Evicts the least recently used
 * entry.
 */
export function boundedCache<Value extends object | true>(options: Options<Value>) {
  // The library's own timer would be bound to the request that first read, and would stop with it.
  return new LRUCache<string, Value>({ ...options, ttlResolution: 0, perf })
}

// Reads the clock on each call, so a test can change it.
const perf = { now: () => Date.now() }
