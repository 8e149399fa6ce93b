/** Whether an address sends a card more events than one person does. The event is marked, and never refused. */
import type { Visitor } from './visitor.ts'

// An event has thousands of phones behind one address: once over the limit, it is not asked about at every scan.
const rememberedMs = 10_000
const mostRemembered = 1000

const over = new Map<string, number>()

/** True above the limit of `wrangler.toml` a minute, and for ten seconds after. */
export async function isBurst(
  limit: RateLimit,
  { address }: Visitor,
  cardId: number,
): Promise<boolean> {
  const key = `${address} ${cardId}`
  if ((over.get(key) ?? 0) > Date.now()) return true
  const { success } = await limit.limit({ key }).catch(() => ({ success: true }))
  if (success) return false
  over.delete(key)
  over.set(key, Date.now() + rememberedMs)
  for (const oldest of over.keys()) {
    if (over.size <= mostRemembered) break
    over.delete(oldest)
  }
  return true
}
