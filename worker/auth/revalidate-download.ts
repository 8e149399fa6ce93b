/** Long downloads are written while they are read, so a slow reader decides how long they take: their caller is asked for again. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { database } from '../platform/database.ts'
import { bearerOf, findTokenUser } from './api-tokens.ts'
import { sessionToken } from './session-cookie.ts'
import { findSession } from './sessions.ts'

/** How old what is known of the caller may be when more of a download is sent, in milliseconds. */
export const revalidateAfterMs = 10_000

/** Makes the answer break off once its caller's session or token has ended, or their account has changed. */
export function abortWhenSessionEnds(c: Context<App>, { DB }: Pick<App['Bindings'], 'DB'>): void {
  const { body } = c.res
  const user = c.get('user')
  if (!body || !user) return
  const [bearer, session] = [bearerOf(c), sessionToken(c) ?? '']
  const find = async () =>
    bearer === undefined
      ? findSession(database(DB), session)
      : (await findTokenUser(database(DB), bearer))?.user
  let knownAt = Date.now()
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (Date.now() - knownAt > revalidateAfterMs) {
        if ((await find())?.authVersion !== user.authVersion)
          throw new Error('The session of this download has ended')
        knownAt = Date.now()
      }
      controller.enqueue(chunk)
    },
  })
  c.res = new Response(body.pipeThrough(checked), c.res)
}
