/** Dangerous acts ask for a proof of who one is, given in this session in the last ten minutes. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { fail } from '../http.ts'
import { signedIn } from './session.ts'

/** How long a proof holds, in milliseconds. */
export const freshFor = 600_000

/** Goes on, or 403 with the code by which the app asks and repeats the call. */
export function askFresh(c: Context<App>): void {
  if (Date.now() - signedIn(c).authAt > freshFor)
    fail(403, 'Enter your password again to do this.', { code: 'reauthenticate' })
}
