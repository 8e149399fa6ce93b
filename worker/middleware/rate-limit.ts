/** How often a person who is signed in may call. An API token has limits of its own. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { tooMany } from '../http.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import type { Row } from '../policy/row.ts'

/**
 * Refuses with 429 beyond the writes or reads a minute of `wrangler.toml`, which the platform counts roughly in each data
 * center, and beyond `EXPORTS_PER_HOUR`, which D1 counts exactly.
 */
export async function limitRate(
  c: Context<App>,
  row: Row,
  kind: 'WRITES' | 'READS',
): Promise<void> {
  const user = c.get('user')
  if (!user?.sessionId) return
  const who = `${user.id}`
  // A database that was emptied gives the same ids again.
  const key = `${who} ${user.createdAt}`
  // A limiter that does not answer refuses nobody.
  const { success } = await c.env[kind].limit({ key }).catch(() => ({ success: true }))
  if (!success) tooMany(60)
  if (!row.export) return
  const most = Number(c.env.EXPORTS_PER_HOUR)
  const wait = await consumeLimit(c.env, { kind: 'export', who, most, window: 3600 })
  if (wait > 0) tooMany(wait)
}
