/** Share links, which show an analytics report, or the board of an event, to people without an account. */
import { and, count, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import type { NewShare, Share } from '../../schema/analytics/account-report.ts'
import { analyticsShares } from '../../schema/analytics/tables.ts'
import { boards } from '../../schema/boards/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { sharedEventPath, sharedPath } from '../../schema/screens.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { isStillSignedIn } from '../accounts/auth-version.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { deterministicBytes, hashToken, uuidOf } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'

export const shareGoneMessage = 'This link no longer works. Ask the sender for a new one.'
export const shareNotFoundMessage = 'This link does not work. Ask the sender for a new one.'

/** The number of open links a user may have. */
const maxShares = 50
// An expired link is reported as expired for this long.
const retentionMs = 90 * dayMs

type OpenShare = { userId: number; cardId: number | null; sharePoint: string | null } & Pick<
  Share,
  'timeframe'
> & { expiresAt: number }

/**
 * Creates a link and returns its path, which is not shown again. Returns the reason instead if the user has 50 links,
 * this one was revoked or has expired, or the session has ended.
 */
export async function createShareLink(
  env: Bindings,
  user: SessionUser,
  input: Omit<NewShare, 'event'> & Partial<Pick<NewShare, 'event'>>,
  now = Date.now(),
): Promise<Share | 'too many' | 'ended' | 'signed out'> {
  const db = database(env.DB)
  const userId = user.id
  const idempotencyKey = { ...input, userId }
  const { timeframe, card, sharePoint = null, event = null, days } = input
  const token = deterministicBytes(env, 'share', idempotencyKey).toString('base64url')
  const row = {
    id: uuidOf(deterministicBytes(env, 'id of a share', idempotencyKey)),
    hash: hashToken(token),
    expiresAt: now + days * dayMs,
  }
  const open = sql`select count(*) from analytics_shares where user_id = ${userId} and expires_at > ${now}`
  const [, [made], [all]] = await repeatable(() =>
    db.batch([
      db
        .insert(analyticsShares)
        .select(
          sql`select ${row.id}, ${row.hash}, ${userId}, ${timeframe}, ${event === null ? card : 0}, ${event}, ${now}, ${row.expiresAt}, ${sharePoint}
      where (${open}) < ${maxShares} and ${isStillSignedIn(user)}`,
        )
        .onConflictDoNothing(),
      selectShares(db).where(eq(analyticsShares.id, row.id)),
      db.select({ open: count() }).from(analyticsShares).where(isOpenLink(userId, now)),
    ]),
  )
  const path = event === null ? sharedPath(token) : sharedEventPath(token)
  if (made) return made.expiresAt > now ? { ...toShare(made), path } : 'ended'
  return (all?.open ?? 0) >= maxShares ? 'too many' : 'signed out'
}

/** The open links, newest first. */
export async function listShareLinks(db: Db, userId: number, now = Date.now()): Promise<Share[]> {
  const rows = await selectShares(db)
    .where(isOpenLink(userId, now))
    .orderBy(desc(analyticsShares.createdAt))
    .all()
  return rows.map(toShare)
}

/**
 * Revokes a link; false if the user has no such link. The row stays as expired, so a repeated create request does not
 * restore it.
 */
export async function revokeShareLink(
  db: Db,
  { userId, id }: { userId: number; id: string },
  now = Date.now(),
): Promise<boolean> {
  const ownLink = and(eq(analyticsShares.id, id), isOpenLink(userId, now))
  const found = await db
    .select({ id: analyticsShares.id })
    .from(analyticsShares)
    .where(ownLink)
    .get()
  await repeatable(() => db.update(analyticsShares).set({ expiresAt: now }).where(ownLink))
  return found !== undefined
}

/**
 * The report that the link shows; `gone` if the link expired or was revoked, or its user or card was deleted; undefined
 * if the link does not exist.
 */
export async function openShareLink(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<OpenShare | 'gone' | undefined> {
  const row = await db
    .select({
      userId: analyticsShares.userId,
      cardId: analyticsShares.cardId,
      sharePoint: analyticsShares.sharePoint,
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
    .where(and(eq(analyticsShares.hash, hashToken(token)), isNull(analyticsShares.boardId)))
    .get()
  if (!row) return undefined
  const { makerGone, cardGone, ...share } = row
  return makerGone || cardGone || share.expiresAt <= now ? 'gone' : share
}

/**
 * The event whose board the link shows; `gone` if the link expired or was revoked, or its user was deleted; undefined if
 * the link or its event does not exist.
 */
export async function openEventLink(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<{ boardId: number; expiresAt: number } | 'gone' | undefined> {
  const row = await db
    .select({
      boardId: boards.id,
      expiresAt: analyticsShares.expiresAt,
      ownerGone: sql<number>`${users.deletedAt} is not null`,
    })
    .from(analyticsShares)
    .innerJoin(boards, eq(boards.id, analyticsShares.boardId))
    .innerJoin(users, eq(users.id, boards.userId))
    .where(eq(analyticsShares.hash, hashToken(token)))
    .get()
  if (!row) return undefined
  const { ownerGone, ...link } = row
  return ownerGone || link.expiresAt <= now ? 'gone' : link
}

/** The statement that deletes links expired 90 days ago, for the cron job's batch. */
export function deleteExpiredShareLinks(db: Db, now = Date.now()) {
  return deleteSome(db, analyticsShares, lt(analyticsShares.expiresAt, now - retentionMs))
}

/** The statement that deletes all links of a user, for their erasure. */
export function deleteShareLinksOf(db: Db, userId: number) {
  return db.delete(analyticsShares).where(eq(analyticsShares.userId, userId))
}

function isOpenLink(userId: number, now: number): SQL | undefined {
  return and(eq(analyticsShares.userId, userId), gt(analyticsShares.expiresAt, now))
}

const { id, timeframe, cardId, boardId, createdAt, expiresAt } = analyticsShares

function selectShares(db: Db) {
  const { code, label } = sharePoints
  return db
    .select({ id, timeframe, cardId, boardId, createdAt, expiresAt, code, label })
    .from(analyticsShares)
    .leftJoin(sharePoints, eq(code, analyticsShares.sharePoint))
}

type Row = Awaited<ReturnType<typeof selectShares>>[number]

function toShare({ cardId: card, code, label, ...row }: Row): Share {
  const isOfPoint = card !== null && code !== null && label !== null
  return {
    id: row.id,
    timeframe: row.timeframe,
    card: row.boardId === null ? card : null,
    event: row.boardId,
    sharePoint: isOfPoint ? { card, code, label } : null,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }
}
