/** API tokens: random, stored as a hash, shown once. */
import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { apiTokens, users } from '../../schema/accounts/tables.ts'
import type { ApiToken, NewApiToken, TokenScope } from '../../schema/analytics/analytics-export.ts'
import type { User } from '../../schema/users/user.ts'
import type { App, Bindings, SessionUser } from '../env.ts'
import type { Declaration } from '../http/declaration.ts'
import { fail, requirePermission, tooManyRequests } from '../http/errors.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { deterministicBytes, hashToken } from '../platform/secrets.ts'
import { dayMs, hourMs, timeText } from '../platform/time.ts'
import { hasSecondFactorSql, userColumns } from '../users/queries.ts'
import { isStillSignedIn } from './auth-version.ts'

const maxTokens = 20

const revokedRetentionMs = 30 * dayMs
const tokenForm = /^edg_[\w-]{43}$/
const hintLength = 8

/**
 * Creates a token; it is returned in full only here. Returns the reason instead if the user has twenty tokens, has
 * revoked this one, or is no longer signed in.
 */
export async function issueToken(
  env: Bindings,
  user: SessionUser,
  request: NewApiToken,
  now = Date.now(),
): Promise<ApiToken | 'too many' | 'revoked' | 'signed out'> {
  const db = database(env.DB)
  const userId = user.id
  const input = { ...request, userId }
  const { name, scope = 'read' } = request
  const token = `edg_${deterministicBytes(env, 'token', input).toString('base64url')}`
  const row = {
    id: deterministicBytes(env, 'id of a token', input).toString('base64url', 0, 10),
    name,
    hint: token.slice(0, hintLength),
    scope,
    createdAt: now,
  }
  const [, found, [all]] = await repeatable(() =>
    db.batch([
      db
        .insert(apiTokens)
        .select(sql`
      select ${row.id}, ${userId}, ${name}, ${hashToken(token)}, ${row.hint}, ${now}, null, null, ${scope}
      where (select count(*) from api_tokens where user_id = ${userId} and revoked_at is null) < ${maxTokens}
      and ${isStillSignedIn(user)}`)
        .onConflictDoNothing(),
      db
        .select({ ...tokenColumns, revokedAt: apiTokens.revokedAt })
        .from(apiTokens)
        .where(eq(apiTokens.id, row.id)),
      db.select({ count: sql<number>`count(*)` }).from(apiTokens).where(isLive(userId)),
    ]),
  )
  if (!found[0]) return (all?.count ?? 0) >= maxTokens ? 'too many' : 'signed out'
  const { revokedAt, ...shown } = found[0]
  return revokedAt === null ? { ...withIsoTimes(shown), token } : 'revoked'
}

/** The user's valid tokens, newest first. */
export async function listTokens(db: Db, userId: number): Promise<ApiToken[]> {
  const rows = await db
    .select(tokenColumns)
    .from(apiTokens)
    .where(isLive(userId))
    .orderBy(desc(apiTokens.createdAt), desc(sql`rowid`))
    .all()
  return rows.map(withIsoTimes)
}

/** False if the user has no such token. */
export async function revokeToken(
  db: Db,
  { userId, id }: { userId: number; id: string },
  now = Date.now(),
): Promise<boolean> {
  const ownToken = and(isLive(userId), eq(apiTokens.id, id))
  const found = await db.select({ id: apiTokens.id }).from(apiTokens).where(ownToken).get()
  await repeatable(() => db.update(apiTokens).set({ revokedAt: now }).where(ownToken))
  return found !== undefined
}

/** The statement that deletes tokens revoked 30 days ago, for the cron job's batch. */
export function deleteRevokedTokens(db: Db, now = Date.now()) {
  return deleteSome(db, apiTokens, lt(apiTokens.revokedAt, now - revokedRetentionMs))
}

type TokenUser = {
  user: User & { secondFactor: boolean; authVersion: number }
  tokenId: string
  scope: TokenScope
}

/**
 * The token's user, as the users table has it now; undefined if the token is unknown or revoked, or the user is
 * deactivated.
 */
export async function findTokenUser(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<TokenUser | undefined> {
  if (!tokenForm.test(token)) return undefined
  // Compares hashes by lookup, so the response time reveals nothing about a wrong token.
  const row = await db
    .select({
      ...userColumns,
      secondFactor: hasSecondFactorSql,
      authVersion: users.authVersion,
      tokenId: apiTokens.id,
      scope: apiTokens.scope,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.hash, hashToken(token)),
        isNull(apiTokens.revokedAt),
        isNull(users.deletedAt),
      ),
    )
    .get()
  if (!row) return undefined
  const { tokenId, scope, lastUsedAt, ...user } = row
  if (now - (lastUsedAt ?? 0) > hourMs)
    await repeatable(() =>
      db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, tokenId)),
    )
  return { user, tokenId, scope }
}

const tokenColumns = {
  id: apiTokens.id,
  name: apiTokens.name,
  hint: apiTokens.hint,
  scope: apiTokens.scope,
  createdAt: apiTokens.createdAt,
  lastUsedAt: apiTokens.lastUsedAt,
}

type TokenRow = Pick<typeof apiTokens.$inferSelect, keyof typeof tokenColumns>

function withIsoTimes({ createdAt, lastUsedAt, ...row }: TokenRow): ApiToken {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: timeText(lastUsedAt),
  }
}

function isLive(userId: number): SQL | undefined {
  return and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt))
}

/** The API token in `Authorization: Bearer`; undefined for none or another scheme. */
export function bearerOf(c: Context<App>): string | undefined {
  const [scheme, token] =
    /^(Bearer)(?:\s+(.*))?$/i.exec(c.req.header('Authorization') ?? '')?.slice(1) ?? []
  return scheme && (token ?? '')
}

/**
 * The user of the token. Fails with 401 for an invalid token, 403 for a call tokens may not make, 429 above the rate
 * limit.
 */
export async function authenticateBearer(
  c: Context<App>,
  token: string,
  { apiToken }: Declaration,
): Promise<SessionUser> {
  const found = await findTokenUser(database(c.env.DB), token)
  if (!found)
    fail(401, 'This API token is invalid or has been revoked.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    })
  c.set('user', { ...found.user, sessionId: '', authAt: 0 })
  requirePermission(['GET', 'HEAD'].includes(c.req.method), 'API tokens are read-only.')
  if (!apiToken) return fail(403, 'This call does not accept API tokens.')
  const scope = apiToken === 'export' ? 'read' : apiToken
  requirePermission(
    found.scope === scope,
    'This API token does not have the required scope. Create one that does.',
  )
  // All tokens of a user share the limit, because creating another token is easy.
  const limit = { ...rateLimitOf(c.env, apiToken), subject: String(found.user.id) }
  const wait = await consumeLimit(c.env, limit)
  if (wait > 0) tooManyRequests(wait)
  return { ...found.user, sessionId: '', authAt: 0 }
}

function rateLimitOf(env: Bindings, kind: Declaration['apiToken']) {
  return kind === 'export'
    ? { kind: 'token export', max: Number(env.TOKEN_EXPORTS_PER_HOUR), window: 3600 }
    : { kind: 'token read', max: Number(env.TOKEN_READS_PER_10_MINUTES), window: 600 }
}
