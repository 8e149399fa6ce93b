/** The share point from whose page a request came, for browsers that run no script. */
import type { Context } from 'hono'
import { sharePointPath } from '../../schema/screens.ts'
import { ShareCode } from '../../schema/tracking/event.ts'
import { type App, publicOrigin } from '../env.ts'

/** The code in the referrer, if that is the page of a share point. */
export function codeOfReferrer(c: Context<App>): string | undefined {
  const url = URL.parse(c.req.header('Referer') ?? '')
  if (url?.origin !== publicOrigin(c.env, c.req.raw)) return undefined
  const code = ShareCode.safeParse(url.pathname.slice(sharePointPath('').length)).data
  return code && url.pathname === sharePointPath(code) ? code : undefined
}
