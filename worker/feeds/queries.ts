/** Feeds: secret addresses, stored as a hash and shown once, each for one kind of data of one or all cards of its user. */
import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import type { Feed, FeedKind, NewFeed } from '../../schema/feeds/feed.ts'
import { feeds } from '../../schema/feeds/tables.ts'
import type { AppLanguage } from '../../schema/screens.ts'
import { isStillSignedIn } from '../accounts/auth-version.ts'
import { mustSetUpSecondFactor } from '../accounts/second-factor.ts'
import { listCardNamesOf, type ScopeCard } from '../analytics/account-report.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { deterministicBytes, hashToken } from '../platform/secrets.ts'
import { dayMs, minuteMs, timeText } from '../platform/time.ts'
import { hasSecondFactorSql, mailLanguageSql } from '../users/queries.ts'

const maxFeeds = 50
const endedRetentionMs = 30 * dayMs
const secretForm = /^[\w-]{43}$/
const hintLength = 6

/**
 * Creates a feed; its secret is returned only here. Returns the reason instead if the user has fifty feeds, has revoked
 * this one, or is no longer signed in.
 */
export async function createFeed(
  env: Bindings,
  user: SessionUser,
  request: NewFeed,
  now = Date.now(),
): Promise<{ feed: Feed; secret: string } | 'too many' | 'revoked' | 'signed out'> {
  const db = database(env.DB)
  const userId = user.id
  const input = { ...request, userId }
  const { name, kind, card, days } = request
  const secret = deterministicBytes(env, 'feed', input).toString('base64url')
  const id = deterministicBytes(env, 'id of a feed', input).toString('base64url', 0, 10)
  const hint = secret.slice(0, hintLength)
  const expiresAt = days === null ? null : now + days * dayMs
  const [, found, [all]] = await repeatable(() =>
    db.batch([
      db
        .insert(feeds)
        .select(sql`
      select ${id}, ${userId}, ${name}, ${hashToken(secret)}, ${hint}, ${kind}, ${card}, ${now}, ${expiresAt}, null, null
      where (select count(*) from ${feeds} where ${isLive(userId, now)}) < ${maxFeeds}
      and ${isStillSignedIn(user)}`)
        .onConflictDoNothing(),
      db
        .select({ ...feedColumns, revokedAt: feeds.revokedAt })
        .from(feeds)
        .where(eq(feeds.id, id)),
      db.select({ count: sql<number>`count(*)` }).from(feeds).where(isLive(userId, now)),
    ]),
  )
  if (!found[0]) return (all?.count ?? 0) >= maxFeeds ? 'too many' : 'signed out'
  const { revokedAt, ...row } = found[0]
  return revokedAt === null ? { feed: toFeed(row), secret } : 'revoked'
}

/** The user's feeds that can be read, newest first. */
export async function listFeeds(db: Db, userId: number, now = Date.now()): Promise<Feed[]> {
  const rows = await db
    .select(feedColumns)
    .from(feeds)
    .where(isLive(userId, now))
    .orderBy(desc(feeds.createdAt), desc(sql`rowid`))
    .all()
  return rows.map(toFeed)
}

/** False if the user has no such feed. */
export async function revokeFeed(
  db: Db,
  { userId, id }: { userId: number; id: string },
  now = Date.now(),
): Promise<boolean> {
  const ownFeed = and(isLive(userId, now), eq(feeds.id, id))
  // Counted before the update, because a retry after a lost response changes nothing.
  if ((await db.$count(feeds, ownFeed)) === 0) return false
  await repeatable(() => db.update(feeds).set({ revokedAt: now }).where(ownFeed))
  return true
}

/** The statement that deletes feeds that ended 30 days ago, for the cron job's batch. */
export function deleteEndedFeeds(db: Db, now = Date.now()) {
  const end = now - endedRetentionMs
  return deleteSome(db, feeds, or(lt(feeds.revokedAt, end), lt(feeds.expiresAt, end)))
}

/** The statement that deletes all feeds of a user, for their erasure. */
export function deleteFeedsOf(db: Db, userId: number) {
  return db.delete(feeds).where(eq(feeds.userId, userId))
}

/** The statement that deletes the feeds of a card, for its erasure. */
export function deleteFeedsOfCard(db: Db, cardId: number) {
  return db.delete(feeds).where(eq(feeds.cardId, cardId))
}

/** A feed being read; `card` is null if it covers all cards of its user. */
export type OpenFeed = {
  id: string
  kind: FeedKind
  userId: number
  card: number | null
  /** In milliseconds. */
  createdAt: number
  /** The language of its user. */
  language: AppLanguage | null
  cards: ScopeCard[]
}

/**
 * The feed with this secret and the cards it covers now; undefined if it is unknown, revoked or expired, its user is
 * deactivated or must set up a second factor, or its card is no longer theirs.
 */
export async function openFeed(
  env: Bindings,
  secret: string,
  now = Date.now(),
): Promise<OpenFeed | undefined> {
  if (!secretForm.test(secret)) return undefined
  const db = database(env.DB)
  // Compares hashes by lookup, so the response time reveals nothing about a wrong secret.
  const row = await db
    .select({
      id: feeds.id,
      kind: feeds.kind,
      userId: feeds.userId,
      card: feeds.cardId,
      createdAt: feeds.createdAt,
      lastReadAt: feeds.lastReadAt,
      accessLevel: users.accessLevel,
      language: mailLanguageSql,
      secondFactor: hasSecondFactorSql,
    })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(and(eq(feeds.hash, hashToken(secret)), isReadable(now), isNull(users.deletedAt)))
    .get()
  if (!row || mustSetUpSecondFactor(env, row)) return undefined
  const { accessLevel: _, secondFactor: __, lastReadAt, ...feed } = row
  const all = await listCardNamesOf(db, feed.userId)
  const cards = feed.card === null ? all : all.filter(({ id }) => id === feed.card)
  if (feed.card !== null && cards.length === 0) return undefined
  if (now - (lastReadAt ?? 0) > minuteMs)
    await repeatable(() => db.update(feeds).set({ lastReadAt: now }).where(eq(feeds.id, feed.id)))
  return { ...feed, cards }
}

const feedColumns = {
  id: feeds.id,
  name: feeds.name,
  kind: feeds.kind,
  card: feeds.cardId,
  hint: feeds.hint,
  createdAt: feeds.createdAt,
  expiresAt: feeds.expiresAt,
  lastReadAt: feeds.lastReadAt,
}

type FeedRow = Pick<typeof feeds.$inferSelect, Exclude<keyof typeof feedColumns, 'card'>> & {
  card: number | null
}

function toFeed({ createdAt, expiresAt, lastReadAt, ...row }: FeedRow): Feed {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: timeText(expiresAt),
    lastReadAt: timeText(lastReadAt),
  }
}

function isReadable(now: number): SQL | undefined {
  return and(isNull(feeds.revokedAt), or(isNull(feeds.expiresAt), gt(feeds.expiresAt, now)))
}

function isLive(userId: number, now: number): SQL | undefined {
  return and(eq(feeds.userId, userId), isReadable(now))
}
