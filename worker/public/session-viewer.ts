/** Signed-in users who look at public pages: the only file of the public door that reads sessions. */
import type { Context } from 'hono'
import { mustSetUpSecondFactor } from '../accounts/second-factor.ts'
import { findSessionUser } from '../accounts/sessions.ts'
import type { App, SessionUser } from '../env.ts'
import { isWithinLimit, userKey } from '../platform/rate-limiter.ts'

/**
 * The signed-in user; undefined without a session cookie, while a second factor is due, and above the reads of a minute: these
 * get the public page, because the pages of users are rendered for each request.
 */
export async function findViewer(c: Context<App>): Promise<SessionUser | undefined> {
  const user = await findSessionUser(c)
  if (!user || mustSetUpSecondFactor(c.env, user)) return undefined
  return (await isWithinLimit(c.env.READS, userKey(user))) ? user : undefined
}
