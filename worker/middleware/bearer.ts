/** From an API token in `Authorization` to its user: for what a policy row says tokens may read, and nothing else. */
import type { Context } from 'hono'
import { database } from '../database.ts'
import type { App, Bindings } from '../env.ts'
import { allow, fail, tooMany } from '../http.ts'
import type { Row } from '../policy/row.ts'
import { findTokenUser } from '../users/api-tokens.ts'
import type { SessionUser } from '../users/sessions.ts'
import { takeTurn } from '../users/throttle.ts'

/** The token the request carries; undefined when it carries none, as with any other kind of authorization. */
export function bearerOf(c: Context<App>): string | undefined {
  const [scheme, token] =
    /^(Bearer)(?:\s+(.*))?$/i.exec(c.req.header('Authorization') ?? '')?.slice(1) ?? []
  return scheme && (token ?? '')
}

/** Whose token it is: 401 for one that is no good, 403 for what tokens may not do, 429 beyond its rate. */
export async function findBearer(
  c: Context<App>,
  token: string,
  { byToken }: Row,
): Promise<SessionUser> {
  const found = await findTokenUser(database(c.env.DB), token)
  if (!found)
    fail(401, 'This API token is not known or was revoked.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    })
  c.set('user', { ...found.user, sessionId: '', authAt: 0 })
  allow(c.req.method === 'GET', 'API tokens can only read.')
  if (!byToken) return fail(403, 'This cannot be read with an API token.')
  const scope = byToken === 'security-events' ? byToken : 'read'
  allow(found.scope === scope, 'This API token cannot read this. Create one with the right scope.')
  // All tokens of a person share it: another token is made in no time.
  const limit = { ...limitOf(c.env, byToken), who: String(found.user.id) }
  const wait = await takeTurn(c.env, limit)
  if (wait > 0) tooMany(wait)
  return { ...found.user, sessionId: '', authAt: 0 }
}

function limitOf(env: Bindings, kind: Row['byToken']) {
  return kind === 'export'
    ? { kind: 'token export', most: Number(env.TOKEN_EXPORTS_PER_HOUR), window: 3600 }
    : { kind: 'token read', most: Number(env.TOKEN_READS_PER_10_MINUTES), window: 600 }
}
