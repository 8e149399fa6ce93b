/** Boards and their share points, which screens call events. Each write checks its own conditions, so races are safe. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import { users } from '../../schema/accounts/tables.ts'
import { analyticsShares } from '../../schema/analytics/tables.ts'
import {
  type AddablePoint,
  type Board,
  type BoardChange,
  type BoardDays,
  type BoardPointsChange,
  boardDaysError,
  type ListedBoard,
  maxAddablePoints,
  maxBoardPoints,
  maxBoards,
  type NewBoard,
} from '../../schema/boards/board.ts'
import { boardPoints, boards } from '../../schema/boards/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { isStillSignedIn } from '../accounts/auth-version.ts'
import { coveringUtcHours, localClock } from '../analytics/report-period.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { among, type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { deterministicBytes } from '../platform/secrets.ts'
import { dayMs, hourMs, sqlNow } from '../platform/time.ts'

export type StoredBoard = Omit<typeof boards.$inferSelect, 'requestKey'>

/** An event and its owner. */
export type OwnedBoard = StoredBoard & { owner: Actor }

const { requestKey: _, ...columns } = getTableColumns(boards)

/** The events of a user, the latest first. */
export async function listBoards(db: Db, userId: number): Promise<ListedBoard[]> {
  const rows = await db
    .select({ ...columns, sharePoints: db.$count(boardPoints, isOf(boards.id)) })
    .from(boards)
    .where(eq(boards.userId, userId))
    .orderBy(desc(boards.startsAt), asc(boards.id))
    .all()
  return rows.map(({ sharePoints, ...row }) => ({ ...asShown(row), sharePoints }))
}

/** The events of a user with the ids of their share points, for the account export. */
export async function exportBoards(db: Db, userId: number) {
  const rows = await db
    .select({
      ...columns,
      sharePoints: sql<string>`(select json_group_array(share_point_id) from occasion_points where occasion_id = ${boards.id})`,
    })
    .from(boards)
    .where(eq(boards.userId, userId))
    .orderBy(asc(boards.id))
    .all()
  return rows.map(({ sharePoints, ...row }) => ({
    ...asShown(row),
    sharePoints: JSON.parse(sharePoints),
  }))
}

/** An event with the level of its owner; undefined if the owner was deleted. */
export async function findBoard(db: Db, id: number): Promise<OwnedBoard | undefined> {
  return boardQuery(db, id, {}).get()
}

/** The query of `findBoard`, with more columns. */
export function boardQuery<More extends Record<string, SQL>>(db: Db, id: number, more: More) {
  return db
    .select({ ...columns, ...more, owner: { id: users.id, accessLevel: users.accessLevel } })
    .from(boards)
    .innerJoin(users, eq(users.id, boards.userId))
    .where(and(eq(boards.id, id), isNull(users.deletedAt)))
}

/**
 * Creates an event. Idempotent for the same `clientId`. Returns the reason instead if the user has reached the limit of
 * events, or the session has ended.
 */
export async function createBoard(
  env: Bindings,
  user: SessionUser,
  input: NewBoard,
): Promise<Board | 'too many' | 'signed out'> {
  const db = database(env.DB)
  const requestKey = deterministicBytes(env, 'event', { ...input, userId: user.id }).toString(
    'base64url',
  )
  const { name, place, from, to, zone, questions = [] } = input
  const { startsAt, endsAt } = timesOf({ from, to }, zone)
  const owned = sql`select count(*) from occasions where user_id = ${user.id}`
  const [, [made], [all]] = await repeatable(() =>
    db.batch([
      db
        .insert(boards)
        .select(
          sql`select null, ${user.id}, ${name}, ${place}, ${from}, ${to}, ${zone}, ${startsAt}, ${endsAt}, null, ${sqlNow}, ${requestKey}, ${JSON.stringify(questions)}
      where (${owned}) < ${maxBoards} and ${isStillSignedIn(user)}`,
        )
        .onConflictDoNothing({ target: boards.requestKey }),
      db.select(columns).from(boards).where(eq(boards.requestKey, requestKey)),
      db
        .select({ owned: sql<number>`(${owned})` })
        .from(users)
        .where(eq(users.id, user.id)),
    ]),
  )
  if (made) return asShown(made)
  return (all?.owned ?? 0) >= maxBoards ? 'too many' : 'signed out'
}

/**
 * Changes an event. Returns it, or a message if the new days are not valid, or `conflict` if its days were changed
 * meanwhile or it is gone.
 */
export async function changeBoard(
  db: Db,
  stored: StoredBoard,
  { archived, from, to, zone, ...change }: BoardChange,
): Promise<Board | { daysError: string } | 'conflict'> {
  const days = { from: from ?? stored.fromDay, to: to ?? stored.toDay }
  const daysError = boardDaysError(days)
  if (daysError) return { daysError }
  const newZone = zone ?? stored.zone
  // A retry after a lost response finds the new days.
  const isUnchanged = or(
    hasDaysOf(stored),
    hasDaysOf({ fromDay: days.from, toDay: days.to, zone: newZone }),
  )
  const archivedSince = sql`coalesce(${boards.archivedAt}, ${sqlNow})`
  const [row] = await repeatable(() =>
    db
      .update(boards)
      .set({
        ...change,
        ...{ fromDay: days.from, toDay: days.to, zone: newZone },
        ...timesOf(days, newZone),
        archivedAt: archived === undefined ? undefined : archived ? archivedSince : null,
      })
      .where(and(eq(boards.id, stored.id), isUnchanged))
      .returning(columns),
  )
  return row ? asShown(row) : 'conflict'
}

/** Deletes an event and its links. The share points keep their figures. */
export async function deleteBoard(
  db: Db,
  { id, userId }: Pick<StoredBoard, 'id' | 'userId'>,
): Promise<void> {
  const ofEvent = and(eq(analyticsShares.userId, userId), eq(analyticsShares.boardId, id))
  await repeatable(() =>
    db.batch([
      db.delete(analyticsShares).where(ofEvent),
      db.delete(boardPoints).where(eq(boardPoints.boardId, id)),
      db.delete(boards).where(eq(boards.id, id)),
    ]),
  )
}

/** The statements that delete the events of a user, for their erasure. */
export function deleteBoardsOf(db: Db, userId: number) {
  const own = sql`occasion_id in (select id from occasions where user_id = ${userId})`
  return [
    db.delete(boardPoints).where(own),
    db.delete(boards).where(eq(boards.userId, userId)),
  ] as const
}

export function asShown({
  userId: _owner,
  fromDay,
  toDay,
  startsAt,
  endsAt,
  archivedAt,
  ...row
}: StoredBoard): Board {
  return {
    ...row,
    from: fromDay,
    to: toDay,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    archived: archivedAt !== null,
  }
}

function isOf(id: typeof boards.id): SQL {
  return sql`${boardPoints.boardId} = ${id}`
}

// If the days changed in between, the new times would not match them.
function hasDaysOf({
  fromDay,
  toDay,
  zone,
}: Pick<StoredBoard, 'fromDay' | 'toDay' | 'zone'>): SQL | undefined {
  return and(eq(boards.fromDay, fromDay), eq(boards.toDay, toDay), eq(boards.zone, zone))
}

/** When the days start and end, in milliseconds, at full hours like the rollups. */
function timesOf({ from, to }: BoardDays, zone: string) {
  const days = { from: Date.parse(from) / dayMs, until: Date.parse(to) / dayMs }
  const hours = coveringUtcHours(localClock(zone), days)
  return { startsAt: hours.from * hourMs, endsAt: (hours.until + 1) * hourMs }
}

type Event = { id: number; owner: Actor }

/**
 * Adds and removes share points. Nothing is changed if there would be too many, or if one to add does not exist or
 * belongs to a card that the owner of the event may not edit. Idempotent.
 */
export async function changeBoardPoints(
  db: Db,
  { id, owner }: Event,
  { add, remove }: BoardPointsChange,
): Promise<'changed' | 'too many' | 'not allowed'> {
  const asked = [...new Set(add)]
  const kept = sql`(select count(*) from occasion_points where occasion_id = ${id}
    and share_point_id not in ${among(asked)} and share_point_id not in ${among(remove)})`
  const fits = sql`${kept} + ${asked.length} <= ${maxBoardPoints}`
  const allowed = sql`(select count(*) from ${pointsOfCards} where ${mayEdit(owner)} and point.id in ${among(asked)})`
  const may = sql`${allowed} = ${asked.length} and exists (select 1 from occasions where id = ${id})`
  const [, , [found]] = await repeatable(() =>
    db.batch([
      db
        .insert(boardPoints)
        .select(
          sql`select ${id}, point.value, ${sqlNow} from json_each(${JSON.stringify(asked)}) as point where ${fits} and ${may}`,
        )
        .onConflictDoNothing(),
      db.delete(boardPoints).where(and(eq(boardPoints.boardId, id), isAmong(remove), fits, may)),
      db.select({ fits: sql<number>`${fits}`, may: sql<number>`${may}` }).from(sql`(select 1)`),
    ]),
  )
  if (!found?.may) return 'not allowed'
  return found.fits ? 'changed' : 'too many'
}

/** Active share points that are not in the event yet, newest first, at most 100. */
export async function listAddablePoints(
  db: Db,
  { id, owner }: Event,
  q: string,
): Promise<AddablePoint[]> {
  // D1 refuses LIKE patterns longer than 50 bytes.
  const has = (text: SQL) => sql`instr(lower(${text}), lower(${q}))`
  const isFound = sql`(${has(sql`point.label`)} or ${has(sql`point.code`)} or ${has(sql`coalesce(card.name, '')`)} or ${has(sql`card.slug`)})`
  return db.all(
    sql`select point.id, point.code, point.label, point.kind, card.id as cardId, coalesce(nullif(card.name, ''), card.slug) as card
    from ${pointsOfCards} where ${mayEdit(owner)} and point.archived_at is null and ${q ? isFound : sql`true`} and not exists (
      select 1 from occasion_points as member where member.occasion_id = ${id} and member.share_point_id = point.id)
    order by point.id desc limit ${maxAddablePoints}`,
  )
}

/** The statement that removes the share points of a card from all events, for its erasure. */
export function deleteBoardPointsOf(db: Db, cardId: number) {
  const ofCard = db
    .select({ id: sharePoints.id })
    .from(sharePoints)
    .where(eq(sharePoints.cardId, cardId))
  return db.delete(boardPoints).where(inArray(boardPoints.sharePointId, ofCard))
}

const pointsOfCards = sql`share_points as point
  join business_cards as card on card.id = point.card_id and card.deleted_at is null
  join users as holder on holder.id = card.user_id and holder.deleted_at is null`

/** SQL for `canEditCard`. Below level 4 it finds the cards by their index. */
function mayEdit({ id, accessLevel }: Actor): SQL {
  return accessLevel >= 4 ? sql`holder.access_level <= ${accessLevel}` : sql`card.user_id = ${id}`
}

function isAmong(ids: number[]): SQL {
  return sql`${boardPoints.sharePointId} in ${among(ids)}`
}
