/** Sessions: a random id and secret in the cookie, the secret's hash in D1 (security.md 3.3). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { sessions } from '../../schema/access-tables.ts'
import type { Session } from '../../schema/account.ts'
import { users } from '../../schema/tables.ts'
import type { SessionUser } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { hourMs } from '../platform/time.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { userColumns, withFactor } from '../users/store.ts'
import { isStillSignedIn, isUnchanged, type Proven, revokeAccess } from './auth-version.ts'

const day = 24 * hourMs
const mostSessions = 20
// Requests that were under way with the former cookie still pass.
const grace = 30_000

/** What a caller may see of who is signed in. */
export function shownUser(user: SessionUser) {
  const { sessionId: _, authAt: __, secondFactor: ___, authVersion: ____, ...shown } = user
  return shown
}

/** How long a session lasts, unused and at most, in milliseconds: administrators' are short (ASVS 7.1.1). */
export function sessionLife(accessLevel: number): { idle: number; absolute: number } {
  return accessLevel >= 4
    ? { idle: 2 * hourMs, absolute: 12 * hourMs }
    : { idle: 14 * day, absolute: 30 * day }
}

export type Opening = {
  device: string
  /** What else has to hold, in any statement. */
  when?: SQL
  /** What happens with the session or not at all. */
  also?: BatchItem<'sqlite'>[]
  now?: number
}

/**
 * Opens one for who proved who they are: what the cookie holds, or undefined when the account is no longer what that was
 * held against. Beyond 20 of a user the oldest end.
 */
export async function openSession(
  db: Db,
  { user: { id }, authVersion }: Proven,
  { device, when = sql`true`, also = [], now }: Opening,
): Promise<string | undefined> {
  const may = sql`(${isUnchanged({ id, authVersion })} and ${when})`
  const { token, statement, made } = freshSession(db, { userId: id, when: may }, device, now)
  const [, opened] = await db.batch([statement, made, dropOldest(db, id), ...also])
  return opened.length > 0 ? token : undefined
}

/** A new session of the user as the statement that stores it, for a batch, one that finds it, and what the cookie holds. */
export function freshSession(
  db: Db,
  { userId, when = sql`true` }: { userId: number | SQL; when?: SQL },
  device: string,
  now = Date.now(),
) {
  const { token, id, secretHash } = newSecret()
  const statement = db
    .insert(sessions)
    .select(
      sql`select ${id}, ${userId}, ${secretHash}, ${now}, ${now}, ${now}, null, ${device} where ${when}`,
    )
    .onConflictDoNothing()
  const made = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id))
  return { token, id, statement, made }
}

/** The user whose session the cookie holds; undefined when it is tampered with, expired, revoked or its user is gone. */
export async function findSession(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<SessionUser | undefined> {
  const [, id, secret] = tokenForm.exec(token) ?? []
  if (!id || !secret) return undefined
  const row = await db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), holds(now), isNull(users.deletedAt)))
    .get()
  if (!row || !sameHash(hashToken(secret), row.secretHash)) return undefined
  const { secretHash, startedAt, lastSeenAt, ...user } = row
  const { idle, absolute } = sessionLife(user.accessLevel)
  if (now - lastSeenAt > idle || now - startedAt > absolute) return undefined
  if (now - lastSeenAt > hourMs)
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
  return user
}

/**
 * Puts a fresh session in the place of this one, which ends in half a minute: what its cookie holds (ASVS 7.2.4).
 * Undefined when this one ended, or the account changed, since the request came.
 */
export async function renewSession(
  db: Db,
  user: SessionUser,
  device: string,
  now = Date.now(),
): Promise<string | undefined> {
  const when = isStillSignedIn(user, now)
  const { token, id, statement, made } = freshSession(db, { userId: user.id, when }, device, now)
  const [, opened] = await db.batch([
    statement,
    made,
    db
      .update(sessions)
      .set({ endsAt: now + grace, authAt: 0 })
      .where(
        and(
          eq(sessions.id, user.sessionId),
          sql`exists (select 1 from ${sessions} where id = ${id})`,
        ),
      ),
  ])
  return opened.length > 0 ? token : undefined
}

/** The statement that ends the session a cookie proves to hold; none for what is no cookie of ours. */
export function endingOf(db: Db, token: string | undefined) {
  const [, id, secret] = tokenForm.exec(token ?? '') ?? []
  if (!id || !secret) return []
  return [
    db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.secretHash, hashToken(secret))))
      .returning({ userId: sessions.userId }),
  ]
}

/** The user's sessions that still hold, the newest first. */
export async function listSessions(
  db: Db,
  { id, accessLevel, sessionId }: SessionUser,
  now = Date.now(),
): Promise<Session[]> {
  const { idle, absolute } = sessionLife(accessLevel)
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

/** Ends one session of the user, by its id; false when it is none of theirs. */
export async function revokeSession(db: Db, userId: number, id: string): Promise<boolean> {
  const theirs = and(eq(sessions.id, id), eq(sessions.userId, userId))
  const found = await db.select({ id: sessions.id }).from(sessions).where(theirs).get()
  await db.delete(sessions).where(theirs)
  return found !== undefined
}

/** Ends every session of the user but the one the request came with, and every sign-in that is under way. */
export async function revokeOtherSessions(
  db: Db,
  { id, sessionId }: Pick<SessionUser, 'id' | 'sessionId'>,
): Promise<void> {
  await db.batch(revokeAccess(db, id, { when: undefined, keep: { session: sessionId } }))
}

/** The statement that drops sessions nobody can use any more, for the cron's batch. */
export function deleteExpiredSessions(db: Db, now = Date.now()) {
  const { idle, absolute } = sessionLife(1)
  return db
    .delete(sessions)
    .where(
      or(
        lt(sessions.lastSeenAt, now - idle),
        lt(sessions.createdAt, now - absolute),
        lt(sessions.endsAt, now),
      ),
    )
}

function holds(now: number) {
  return or(isNull(sessions.endsAt), gt(sessions.endsAt, now))
}

const sessionColumns = {
  ...userColumns,
  sessionId: sessions.id,
  authAt: sessions.authAt,
  secondFactor: withFactor,
  authVersion: users.authVersion,
  secretHash: sessions.secretHash,
  startedAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
}

// 80 random bits name the session, 256 prove it.
const tokenForm = /^([\w-]{14})\.([\w-]{43})$/

function newSecret() {
  const id = randomBytes(10).toString('base64url')
  const secret = newToken()
  return { token: `${id}.${secret}`, id, secretHash: hashToken(secret) }
}

function dropOldest(db: Db, userId: number) {
  const newest = sql`(select ${sessions.id} from ${sessions} where ${sessions.userId} = ${userId} order by ${sessions.createdAt} desc, rowid desc limit ${mostSessions})`
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} not in ${newest}`))
}

function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
