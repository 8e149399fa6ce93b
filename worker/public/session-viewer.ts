/** Finds the signed-in user who looks at a public page. No other file of the public pages reads sessions. */
import type { Context } from 'hono'
import { mustSetUpSecondFactor } from '../accounts/second-factor.ts'
import { findSessionUser } from '../accounts/sessions.ts'
import type { App, SessionUser } from '../env.ts'
import { isWithinLimit, userKey } from '../platform/rate-limiter.ts'

/**
 * Returns the signed-in user; undefined without a session, while they must set up a second factor, and above the limit of reads
 * per minute. They then get the cached public page, because pages for users are rendered for each request.
 */
export async function findViewer(c: Context<App>): Promise<SessionUser | undefined> {
  const user = await findSessionUser(c)
  if (!user || mustSetUpSecondFactor(c.env, user)) return undefined
  return (await isWithinLimit(c.env.READS, userKey(user))) ? user : undefined
}
