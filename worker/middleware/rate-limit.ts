/** Rate limits of signed-in users. API tokens have their own. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { tooManyRequests } from '../errors.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import type { PolicyRow } from '../policy/row.ts'

/**
 * Fails with 429 above the limits per minute in `wrangler.toml`, which the platform counts approximately per data
 * center, or above `EXPORTS_PER_HOUR`, which D1 counts exactly.
 */
export async function enforceRateLimits(
  c: Context<App>,
  row: PolicyRow,
  kind: 'WRITES' | 'READS',
): Promise<void> {
  const user = c.get('user')
  if (!user?.sessionId) return
  const subject = `${user.id}`
  // A recreated database assigns the same ids again.
  const key = `${subject} ${user.createdAt}`
  // Allows the request if the limiter is unavailable.
  const { success } = await c.env[kind].limit({ key }).catch(() => ({ success: true }))
  if (!success) tooManyRequests(60)
  if (!row.export) return
  const max = Number(c.env.EXPORTS_PER_HOUR)
  const wait = await consumeLimit(c.env, { kind: 'export', subject, max, window: 3600 })
  if (wait > 0) tooManyRequests(wait)
}
