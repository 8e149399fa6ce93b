/** Rate limits of signed-in users, and of those who open what they share. API tokens have their own. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { clientAddress } from '../platform/client-network.ts'
import { consumeLimit, isWithinLimit, userKey } from '../platform/rate-limiter.ts'
import type { Declaration } from './declaration.ts'
import { tooManyRequests } from './errors.ts'

/**
 * Fails with 429 above the reads per minute of a signed-in user, for calls without a session that cost as much. Counted by
 * network address, by the platform: a counter in D1 would make each read a write.
 */
export async function limitSharedReads(c: Context<App>): Promise<void> {
  const key = `shared ${clientAddress(c.req.raw)}`
  if (!(await isWithinLimit(c.env.READS, key))) tooManyRequests(60)
}

/**
 * Fails with 429 above the limits per minute in `wrangler.toml`, which the platform counts approximately per data
 * center, or above `EXPORTS_PER_HOUR`, which D1 counts exactly.
 */
export async function enforceRateLimits(
  c: Context<App>,
  declaration: Declaration,
  kind: 'WRITES' | 'READS',
): Promise<void> {
  const user = c.get('user')
  if (!user?.sessionId) return
  if (!(await isWithinLimit(c.env[kind], userKey(user)))) tooManyRequests(60)
  if (!declaration.export) return
  const subject = `${user.id}`
  const max = Number(c.env.EXPORTS_PER_HOUR)
  const wait = await consumeLimit(c.env, { kind: 'export', subject, max, window: 3600 })
  if (wait > 0) tooManyRequests(wait)
}
