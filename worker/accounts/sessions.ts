/** Sessions: a random id and secret in the cookie, a hash of the secret in D1 (ASVS 7.2.3). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Session } from '../../schema/accounts/account.ts'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { omit } from '../../schema/pick.ts'
import type { App, SessionUser } from '../env.ts'
import { parseUserAgent } from '../platform/client.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { dayMs, hourMs } from '../platform/time.ts'
import { hasSecondFactorSql, userColumns } from '../users/queries.ts'
import { isStillSignedIn, isUnchanged, revokeAccess, type VerifiedUser } from './auth-version.ts'

/** The user of the request's session, read from D1; undefined if there is none. */
export async function findSessionUser(c: Context<App>): Promise<SessionUser | undefined> {
  const token = sessionToken(c)
  return token ? findSession(database(c.env.DB), token) : undefined
}

/** The value of the session cookie, unverified. */
export function sessionToken(c: Context<App>): string | undefined {
  return getCookie(c, 'sid', prefix(c))
}

/** The id in the session cookie, unverified; undefined if the cookie is malformed. */
export function sessionIdOf(c: Context<App>): string | undefined {
  return parseToken(sessionToken(c))?.id
}

/** Sets the session cookie, and the readable `signed-in` cookie for the landing page. */
export function setSessionCookie(c: Context<App>, token: string, accessLevel: number): void {
  const maxAge = sessionLifetime(accessLevel).absolute / 1000
  setCookie(c, 'sid', token, { ...cookieOptions(c), prefix: prefix(c), httpOnly: true, maxAge })
  setCookie(c, 'signed-in', '1', { ...cookieOptions(c), maxAge })
}

/** Deletes the session cookies. */
export function clearSessionCookie(c: Context<App>): void {
  deleteCookie(c, 'sid', { ...cookieOptions(c), prefix: prefix(c) })
  deleteCookie(c, 'signed-in', cookieOptions(c))
}

/** Sets the cookie of a known device, for a year. */
export function setDeviceCookie(c: Context<App>, token: string): void {
  const options = { ...cookieOptions(c), prefix: prefix(c), httpOnly: true, maxAge: 31_536_000 }
  setCookie(c, 'dev', token, options)
}

export function deviceToken(c: Context<App>): string | undefined {
  return getCookie(c, 'dev', prefix(c))
}

/** Browser and system, to tell sessions apart. The User-Agent itself is not stored. */
export function deviceName(c: Context<App>): string {
  const { browser, system } = parseUserAgent(c.req.header('User-Agent') ?? '')
  return [browser, system].filter((name) => name && name !== 'Other').join(', ') || 'Unknown'
}

/** The user of an endpoint that requires one. */
export function requireUser(c: Context<App>): SessionUser {
  const user = c.get('user')
  if (!user) throw new Error('requireUser() was called on a route without required authentication')
  return user
}

function cookieOptions(c: Context<App>) {
  return { path: '/', sameSite: 'Lax', secure: isHttps(c) } as const
}

// `__Host-` cookies must be Secure, and browsers drop Secure cookies of a plain http site on the local network.
function prefix(c: Context<App>): 'host' | undefined {
  return isHttps(c) ? 'host' : undefined
}

function isHttps(c: Context<App>): boolean {
  return c.req.url.startsWith('https:')
}

const maxSessions = 20
// Requests in progress with the replaced cookie still pass, in milliseconds.
const graceMs = 30_000

/** The user without the fields that only the server needs. */
export function publicUser(user: SessionUser) {
  return omit(user, ['sessionId', 'authAt', 'secondFactor', 'authVersion'])
}

/** How long a session lasts, idle and in total, in milliseconds; shorter for administrators (ASVS 7.1.1). */
function sessionLifetime(accessLevel: number): { idle: number; absolute: number } {
  return accessLevel >= 4
    ? { idle: 2 * hourMs, absolute: 12 * hourMs }
    : { idle: 14 * dayMs, absolute: 30 * dayMs }
}

export type Opening = {
  device: string
  /** An additional condition, valid in any statement. */
  when?: SQL
  /** Statements that run in the same transaction. */
  also?: BatchItem<'sqlite'>[]
  now?: number
}

/**
 * Opens a session for an authenticated user. Returns the cookie value, or undefined if the account has changed since
 * it was checked. Beyond 20 sessions of a user the oldest end.
 */
export async function openSession(
  db: Db,
  { user: { id }, authVersion }: VerifiedUser,
  { device, when = sql`true`, also = [], now }: Opening,
): Promise<string | undefined> {
  const may = sql`(${isUnchanged({ id, authVersion })} and ${when})`
  const { token, statement, made } = newSession(db, { userId: id, when: may }, device, now)
  const [, opened] = await repeatable(() =>
    db.batch([statement, made, deleteOldest(db, id), ...also]),
  )
  return opened.length > 0 ? token : undefined
}

/** A new session: the statement that stores it, for a batch, one that reads it back, and the cookie value. */
export function newSession(
  db: Db,
  { userId, when = sql`true` }: { userId: number | SQL; when?: SQL },
  device: string,
  now = Date.now(),
) {
  const { token, id, secretHash } = newSessionToken()
  const statement = db
    .insert(sessions)
    .select(
      sql`select ${id}, ${userId}, ${secretHash}, ${now}, ${now}, ${now}, null, ${device} where ${when}`,
    )
    .onConflictDoNothing()
  const made = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id))
  return { token, id, statement, made }
}

/** The user of the session cookie; undefined if it is invalid, expired or revoked, or the user is deactivated. */
export async function findSession(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<SessionUser | undefined> {
  const { id, secret } = parseToken(token) ?? {}
  if (!id || !secret) return undefined
  const row = await db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), hasNotEnded(now), isNull(users.deletedAt)))
    .get()
  if (!row || !sameHash(hashToken(secret), row.secretHash)) return undefined
  const { secretHash, startedAt, lastSeenAt, ...user } = row
  const { idle, absolute } = sessionLifetime(user.accessLevel)
  if (now - lastSeenAt > idle || now - startedAt > absolute) return undefined
  if (now - lastSeenAt > hourMs)
    await repeatable(() => db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id)))
  return user
}

/**
 * Replaces the session with a new one (ASVS 7.2.4); the old one ends in 30 seconds. Returns the cookie value, or undefined
 * if the session ended or the account changed since it was read.
 */
export async function renewSession(
  db: Db,
  user: SessionUser,
  device: string,
  now = Date.now(),
): Promise<string | undefined> {
  const when = isStillSignedIn(user, now)
  const { token, id, statement, made } = newSession(db, { userId: user.id, when }, device, now)
  const [, opened] = await repeatable(() =>
    db.batch([
      statement,
      made,
      db
        .update(sessions)
        .set({ endsAt: now + graceMs, authAt: 0 })
        .where(
          and(
            eq(sessions.id, user.sessionId),
            sql`exists (select 1 from ${sessions} where id = ${id})`,
          ),
        ),
    ]),
  )
  return opened.length > 0 ? token : undefined
}

/** The statement that ends the session in a cookie, if its secret is right; none for an invalid cookie. */
export function endSessionStatements(db: Db, token: string | undefined) {
  const isOwn = isSessionOf(token)
  return isOwn ? [db.delete(sessions).where(isOwn)] : []
}

/** Ends the session in a cookie, if its secret is right; returns its user, if there was one. */
export async function endSession(db: Db, token: string): Promise<number | undefined> {
  const isOwn = isSessionOf(token)
  if (!isOwn) return undefined
  const found = await db.select({ userId: sessions.userId }).from(sessions).where(isOwn).get()
  await repeatable(() => db.delete(sessions).where(isOwn))
  return found?.userId
}

/** SQL: the session in a cookie, if its secret is right; undefined for an invalid cookie. */
function isSessionOf(token: string | undefined): SQL | undefined {
  const { id, secret } = parseToken(token) ?? {}
  if (!id || !secret) return undefined
  return and(eq(sessions.id, id), eq(sessions.secretHash, hashToken(secret)))
}

/** The user's valid sessions, newest first. */
export async function listSessions(
  db: Db,
  { id, accessLevel, sessionId }: SessionUser,
  now = Date.now(),
): Promise<Session[]> {
  const { idle, absolute } = sessionLifetime(accessLevel)
  const { createdAt, lastSeenAt } = sessions
  const rows = await db
    .select({ id: sessions.id, device: sessions.device, createdAt, lastSeenAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, id),
        gte(lastSeenAt, now - idle),
        gte(createdAt, now - absolute),
        isNull(sessions.endsAt),
      ),
    )
    .orderBy(desc(createdAt), desc(sql`rowid`))
    .all()
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    current: row.id === sessionId,
  }))
}

/** Ends one session of the user; false if the user has no such session. */
export async function revokeSession(db: Db, userId: number, id: string): Promise<boolean> {
  const ownSession = and(eq(sessions.id, id), eq(sessions.userId, userId))
  const found = await db.select({ id: sessions.id }).from(sessions).where(ownSession).get()
  await repeatable(() => db.delete(sessions).where(ownSession))
  return found !== undefined
}

/** Ends every other session of the user, and every pending sign-in. */
export async function revokeOtherSessions(
  db: Db,
  { id, sessionId }: Pick<SessionUser, 'id' | 'sessionId'>,
): Promise<void> {
  await repeatable(() =>
    db.batch(revokeAccess(db, id, { when: undefined, keep: { session: sessionId } })),
  )
}

/** The statement that deletes expired sessions, for the cron job's batch. */
export function deleteExpiredSessions(db: Db, now = Date.now()) {
  const { idle, absolute } = sessionLifetime(1)
  const isOver = or(
    lt(sessions.lastSeenAt, now - idle),
    lt(sessions.createdAt, now - absolute),
    lt(sessions.endsAt, now),
  )
  return deleteSome(db, sessions, isOver)
}

function hasNotEnded(now: number) {
  return or(isNull(sessions.endsAt), gt(sessions.endsAt, now))
}

const sessionColumns = {
  ...userColumns,
  sessionId: sessions.id,
  authAt: sessions.authAt,
  secondFactor: hasSecondFactorSql,
  authVersion: users.authVersion,
  secretHash: sessions.secretHash,
  startedAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
}

// 80 random bits for the id, 256 for the secret.
const tokenForm = /^([\w-]{14})\.([\w-]{43})$/

/** The parts of a cookie value, unverified; undefined if it is malformed. */
function parseToken(token = ''): { id: string; secret: string } | undefined {
  const [, id, secret] = tokenForm.exec(token) ?? []
  return id && secret ? { id, secret } : undefined
}

function newSessionToken() {
  const id = randomBytes(10).toString('base64url')
  const secret = newToken()
  return { token: `${id}.${secret}`, id, secretHash: hashToken(secret) }
}

function deleteOldest(db: Db, userId: number) {
  const newest = sql`(select ${sessions.id} from ${sessions} where ${sessions.userId} = ${userId} order by ${sessions.createdAt} desc, rowid desc limit ${maxSessions})`
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} not in ${newest}`))
}

function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
