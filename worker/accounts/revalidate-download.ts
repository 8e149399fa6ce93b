/** Revalidates the session during long downloads: the reader's speed decides how long they take. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { database } from '../platform/database.ts'
import { bearerOf, findTokenUser } from './api-tokens.ts'
import { findSession, sessionToken } from './sessions.ts'

/** How often the session is revalidated during a download, in milliseconds. */
export const revalidateAfterMs = 10_000

/** Aborts the response once the session or token has ended or the account has changed. */
export function abortWhenSessionEnds(c: Context<App>, { DB }: Pick<App['Bindings'], 'DB'>): void {
  const { body } = c.res
  const user = c.get('user')
  if (!body || !user) return
  const [bearer, session] = [bearerOf(c), sessionToken(c) ?? '']
  const find = async () =>
    bearer === undefined
      ? findSession(database(DB), session)
      : (await findTokenUser(database(DB), bearer))?.user
  let checkedAt = Date.now()
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (Date.now() - checkedAt > revalidateAfterMs) {
        if ((await find())?.authVersion !== user.authVersion)
          throw new Error('The session that started this download has ended')
        checkedAt = Date.now()
      }
      controller.enqueue(chunk)
    },
  })
  c.res = new Response(body.pipeThrough(checked), c.res)
}
