/** Occasions, which screens call events. Each write checks its own conditions, so concurrent requests are safe. */
import { and, asc, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { analyticsShares } from '../../schema/analytics/tables.ts'
import {
  type ListedOccasion,
  maxOccasions,
  type NewOccasion,
  type Occasion,
  type OccasionChange,
  type OccasionDays,
  occasionDaysError,
} from '../../schema/boards/board.ts'
import { occasionPoints, occasions } from '../../schema/boards/tables.ts'
import { isStillSignedIn } from '../accounts/auth-version.ts'
import { coveringUtcHours, localClock } from '../analytics/local-clock.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { deterministicBytes } from '../platform/idempotency.ts'
import { repeatable } from '../platform/repeatable.ts'
import { dayMs, hourMs, sqlNow } from '../platform/time.ts'
import type { OwnedOccasion, StoredOccasion } from './board-types.ts'

const { requestKey: _, ...columns } = getTableColumns(occasions)

/** The events of a user, the latest first. */
export async function listOccasions(db: Db, userId: number): Promise<ListedOccasion[]> {
  const rows = await db
    .select({ ...columns, sharePoints: db.$count(occasionPoints, isOf(occasions.id)) })
    .from(occasions)
    .where(eq(occasions.userId, userId))
    .orderBy(desc(occasions.startsAt), asc(occasions.id))
    .all()
  return rows.map(({ sharePoints, ...row }) => ({ ...asShown(row), sharePoints }))
}

/** The events of a user with the ids of their share points, for the account export. */
export async function exportOccasions(db: Db, userId: number) {
  const rows = await db
    .select({
      ...columns,
      sharePoints: sql<string>`(select json_group_array(share_point_id) from occasion_points where occasion_id = ${occasions.id})`,
    })
    .from(occasions)
    .where(eq(occasions.userId, userId))
    .orderBy(asc(occasions.id))
    .all()
  return rows.map(({ sharePoints, ...row }) => ({
    ...asShown(row),
    sharePoints: JSON.parse(sharePoints),
  }))
}

/** An event with the level of its owner; undefined if the owner was deleted. */
export async function findOccasion(db: Db, id: number): Promise<OwnedOccasion | undefined> {
  return occasionQuery(db, id, {}).get()
}

/** The query of `findOccasion`, with more columns. */
export function occasionQuery<More extends Record<string, SQL>>(db: Db, id: number, more: More) {
  return db
    .select({ ...columns, ...more, owner: { id: users.id, accessLevel: users.accessLevel } })
    .from(occasions)
    .innerJoin(users, eq(users.id, occasions.userId))
    .where(and(eq(occasions.id, id), isNull(users.deletedAt)))
}

/**
 * Creates an event. Idempotent for the same `clientId`. Returns the reason instead if the user has the most they may
 * have, or the session has ended.
 */
export async function createOccasion(
  env: Bindings,
  user: SessionUser,
  input: NewOccasion,
): Promise<Occasion | 'too many' | 'signed out'> {
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
        .insert(occasions)
        .select(
          sql`select null, ${user.id}, ${name}, ${place}, ${from}, ${to}, ${zone}, ${startsAt}, ${endsAt}, null, ${sqlNow}, ${requestKey}, ${JSON.stringify(questions)}
      where (${owned}) < ${maxOccasions} and ${isStillSignedIn(user)}`,
        )
        .onConflictDoNothing({ target: occasions.requestKey }),
      db.select(columns).from(occasions).where(eq(occasions.requestKey, requestKey)),
      db
        .select({ owned: sql<number>`(${owned})` })
        .from(users)
        .where(eq(users.id, user.id)),
    ]),
  )
  if (made) return asShown(made)
  return (all?.owned ?? 0) >= maxOccasions ? 'too many' : 'signed out'
}

/**
 * Changes an event. Returns the sentence that says what is wrong with the days; `conflict` if they were changed
 * meanwhile, undefined if the event is gone.
 */
export async function changeOccasion(
  db: Db,
  stored: StoredOccasion,
  { archived, from, to, zone, ...change }: OccasionChange,
): Promise<Occasion | { daysError: string } | 'conflict'> {
  const days = { from: from ?? stored.fromDay, to: to ?? stored.toDay }
  const daysError = occasionDaysError(days)
  if (daysError) return { daysError }
  const newZone = zone ?? stored.zone
  // A repeat after a lost response finds the new days.
  const isUnchanged = or(
    hasDaysOf(stored),
    hasDaysOf({ fromDay: days.from, toDay: days.to, zone: newZone }),
  )
  const archivedSince = sql`coalesce(${occasions.archivedAt}, ${sqlNow})`
  const [row] = await repeatable(() =>
    db
      .update(occasions)
      .set({
        ...change,
        ...{ fromDay: days.from, toDay: days.to, zone: newZone },
        ...timesOf(days, newZone),
        archivedAt: archived === undefined ? undefined : archived ? archivedSince : null,
      })
      .where(and(eq(occasions.id, stored.id), isUnchanged))
      .returning(columns),
  )
  return row ? asShown(row) : 'conflict'
}

/** Deletes an event, its links, and nothing else: what the share points brought stays theirs. */
export async function deleteOccasion(
  db: Db,
  { id, userId }: Pick<StoredOccasion, 'id' | 'userId'>,
): Promise<void> {
  const ofEvent = and(eq(analyticsShares.userId, userId), eq(analyticsShares.occasionId, id))
  await repeatable(() =>
    db.batch([
      db.delete(analyticsShares).where(ofEvent),
      db.delete(occasionPoints).where(eq(occasionPoints.occasionId, id)),
      db.delete(occasions).where(eq(occasions.id, id)),
    ]),
  )
}

/** The statements that delete the events of a user, for their erasure. */
export function deleteOccasionsOf(db: Db, userId: number) {
  const own = sql`occasion_id in (select id from occasions where user_id = ${userId})`
  return [
    db.delete(occasionPoints).where(own),
    db.delete(occasions).where(eq(occasions.userId, userId)),
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
}: StoredOccasion): Occasion {
  return {
    ...row,
    from: fromDay,
    to: toDay,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    archived: archivedAt !== null,
  }
}

function isOf(id: typeof occasions.id): SQL {
  return sql`${occasionPoints.occasionId} = ${id}`
}

// A change of other days in between would leave times that are not those of the days.
function hasDaysOf({
  fromDay,
  toDay,
  zone,
}: Pick<StoredOccasion, 'fromDay' | 'toDay' | 'zone'>): SQL | undefined {
  return and(eq(occasions.fromDay, fromDay), eq(occasions.toDay, toDay), eq(occasions.zone, zone))
}

/** The hours of the days, as rollups have them: the first in milliseconds, and the end of the last. */
function timesOf({ from, to }: OccasionDays, zone: string) {
  const days = { from: Date.parse(from) / dayMs, until: Date.parse(to) / dayMs }
  const hours = coveringUtcHours(localClock(zone), days)
  return { startsAt: hours.from * hourMs, endsAt: (hours.until + 1) * hourMs }
}
