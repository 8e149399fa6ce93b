/** Whether an address sends a card more events than one person does. The event is marked, and never refused. */
import { boundedCache } from '../platform/bounded-cache.ts'
import type { Visitor } from './visitor.ts'

// An event has thousands of phones behind one address: once over the limit, it is not asked about at every scan.
const over = boundedCache<true>({ max: 1000, ttl: 10_000 })

/** True above the limit of `wrangler.toml` a minute, and for ten seconds after. */
export async function isBurst(
  limit: RateLimit,
  { address }: Visitor,
  cardId: number,
): Promise<boolean> {
  const key = `${address} ${cardId}`
  if (over.has(key)) return true
  const { success } = await limit.limit({ key }).catch(() => ({ success: true }))
  if (success) return false
  over.set(key, true)
  return true
}
