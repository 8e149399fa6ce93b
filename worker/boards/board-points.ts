/** The share points of events. An event has only those of cards that its owner may edit. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import {
  type AddablePoint,
  type BoardPointsChange,
  maxAddablePoints,
  maxBoardPoints,
} from '../../schema/boards/board.ts'
import { boardPoints } from '../../schema/boards/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { sqlNow } from '../platform/time.ts'

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

function among(ids: number[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`
}

function isAmong(ids: number[]): SQL {
  return sql`${boardPoints.sharePointId} in ${among(ids)}`
}
