/** Links that show an analytics report to somebody without an account: made, listed, opened, revoked. */
import { and, count, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { NewShare, Share } from '../../schema/account-report.ts'
import { sharedPath } from '../../schema/screens.ts'
import { businessCards, users } from '../../schema/tables.ts'
import { analyticsShares } from '../../schema/team-tables.ts'
import { isStillSignedIn } from '../auth/auth-version.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { deterministicBytes, uuidOf } from '../platform/idempotency.ts'
import { dayMs } from '../platform/time.ts'
import { hashToken } from '../platform/tokens.ts'

/** How many links a person may have at a time. */
const mostShares = 50
// So long an expired link still says that it has expired.
const remembered = 90 * dayMs

export type OpenShare = { userId: number; cardId: number | null } & Pick<Share, 'timeframe'> & {
    expiresAt: number
  }

/**
 * The link with its path, which is never shown again; or what keeps it from being made: the person has fifty, this very one
 * was revoked or has expired, or they are no longer signed in.
 */
export async function createShareLink(
  env: Bindings,
  user: SessionUser,
  wanted: NewShare,
  now = Date.now(),
): Promise<Share | 'too many' | 'ended' | 'signed out'> {
  const db = database(env.DB)
  const userId = user.id
  const asked = { ...wanted, userId }
  const { timeframe, card, days } = wanted
  const token = deterministicBytes(env, 'share', asked).toString('base64url')
  const row = {
    id: uuidOf(deterministicBytes(env, 'id of a share', asked)),
    hash: hashToken(token),
    expiresAt: now + days * dayMs,
  }
  const open = sql`select count(*) from analytics_shares where user_id = ${userId} and expires_at > ${now}`
  const [, [made], [all]] = await db.batch([
    db
      .insert(analyticsShares)
      .select(
        sql`select ${row.id}, ${row.hash}, ${userId}, ${timeframe}, ${card}, ${now}, ${row.expiresAt}
      where (${open}) < ${mostShares} and ${isStillSignedIn(user)}`,
      )
      .onConflictDoNothing(),
    db.select().from(analyticsShares).where(eq(analyticsShares.id, row.id)),
    db.select({ open: count() }).from(analyticsShares).where(opens(userId, now)),
  ])
  if (made) return made.expiresAt > now ? { ...shown(made), path: sharedPath(token) } : 'ended'
  return (all?.open ?? 0) >= mostShares ? 'too many' : 'signed out'
}

/** Those that still open, newest first. */
export async function listShareLinks(db: Db, userId: number, now = Date.now()): Promise<Share[]> {
  const rows = await db
    .select()
    .from(analyticsShares)
    .where(opens(userId, now))
    .orderBy(desc(analyticsShares.createdAt))
    .all()
  return rows.map(shown)
}

/** Whether there was such a link of that person. Its row stays as an expired one, so that the request that made it does not make it again. */
export async function revokeShareLink(
  db: Db,
  { userId, id }: { userId: number; id: string },
  now = Date.now(),
): Promise<boolean> {
  const theirs = and(eq(analyticsShares.id, id), opens(userId, now))
  const found = await db
    .select({ id: analyticsShares.id })
    .from(analyticsShares)
    .where(theirs)
    .get()
  await db.update(analyticsShares).set({ expiresAt: now }).where(theirs)
  return found !== undefined
}

/** What the link shows; `gone` when it has expired or was revoked, or its maker or its card is no more; undefined when there is no such link. */
export async function openShareLink(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<OpenShare | 'gone' | undefined> {
  const row = await db
    .select({
      userId: analyticsShares.userId,
      cardId: analyticsShares.cardId,
      timeframe: analyticsShares.timeframe,
      expiresAt: analyticsShares.expiresAt,
      makerGone: sql<number>`${users.deletedAt} is not null`,
      cardGone: sql<number>`${analyticsShares.cardId} is not null and ${businessCards.id} is null`,
    })
    .from(analyticsShares)
    .innerJoin(users, eq(users.id, analyticsShares.userId))
    .leftJoin(
      businessCards,
      sql`${businessCards.id} = ${analyticsShares.cardId} and ${businessCards.userId} = ${users.id} and ${businessCards.deletedAt} is null`,
    )
    .where(eq(analyticsShares.hash, hashToken(token)))
    .get()
  if (!row) return undefined
  const { makerGone, cardGone, ...share } = row
  return makerGone || cardGone || share.expiresAt <= now ? 'gone' : share
}

/** The statement that drops links long expired, for the cron's batch. */
export function deleteExpiredShareLinks(db: Db, now = Date.now()) {
  return db.delete(analyticsShares).where(lt(analyticsShares.expiresAt, now - remembered))
}

/** The statement that drops the links of an account, for its purge. */
export function deleteShareLinksOf(db: Db, userId: number) {
  return db.delete(analyticsShares).where(eq(analyticsShares.userId, userId))
}

function opens(userId: number, now: number): SQL | undefined {
  return and(eq(analyticsShares.userId, userId), gt(analyticsShares.expiresAt, now))
}

function shown({
  id,
  timeframe,
  cardId,
  createdAt,
  expiresAt,
}: typeof analyticsShares.$inferSelect): Share {
  return {
    id,
    timeframe,
    card: cardId,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}
