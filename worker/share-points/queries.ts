/** Share points of cards. Each write checks its own conditions, so concurrent requests are safe. */
import { and, asc, count, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { users } from '../../schema/accounts/tables.ts'
import type { ArchivedPoint } from '../../schema/cards/card-archive.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { sharePointPath } from '../../schema/screens.ts'
import {
  areDatesInOrder,
  maxActiveSharePoints,
  maxSharePoints,
  type NewSharePoint,
  type SharePointChange,
  shareCodeAlphabet,
  shareCodeLength,
} from '../../schema/share-points/share-point.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { ShareCode } from '../../schema/tracking/event.ts'
import { type App, type Bindings, publicOrigin } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { deterministicBytes } from '../platform/secrets.ts'
import { sqlNow } from '../platform/time.ts'

export const tooManyActive = `This card has ${maxActiveSharePoints} active share points. Archive one you no longer use.`
export const tooManySharePoints = `This card has reached the limit of ${maxSharePoints} share points. Rename one you no longer use.`

const { requestKey: _, ...columns } = getTableColumns(sharePoints)

export type StoredSharePoint = Omit<typeof sharePoints.$inferSelect, 'requestKey'>

/** All share points of a card, the oldest first. */
export async function listSharePoints(db: Db, cardId: number): Promise<StoredSharePoint[]> {
  return db
    .select(columns)
    .from(sharePoints)
    .where(eq(sharePoints.cardId, cardId))
    .orderBy(asc(sharePoints.id))
    .all()
}

/** A share point with the slug and the owner of its card; undefined if the card is deleted. */
export async function findSharePoint(db: Db, id: number) {
  return db
    .select({
      ...columns,
      slug: businessCards.slug,
      userId: businessCards.userId,
      user: { accessLevel: users.accessLevel },
    })
    .from(sharePoints)
    .innerJoin(businessCards, eq(businessCards.id, sharePoints.cardId))
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(eq(sharePoints.id, id), isNull(businessCards.deletedAt)))
    .get()
}

/** The label for the note of a contact saved through this code of the card; undefined unless the owner wants it. */
export async function findMetLabel(
  db: Db,
  { cardId, code }: { cardId: number; code: string },
): Promise<string | undefined> {
  const { label, metNote } = sharePoints
  const row = await db
    .select({ label })
    .from(sharePoints)
    .where(and(eq(sharePoints.code, code), eq(sharePoints.cardId, cardId), metNote))
    .get()
  return row?.label
}

/** `may` is checked by the statement itself. */
type Owner = { cardId: number; userId: number; may?: SQL }

/**
 * Creates a share point with an unused code. Idempotent for the same `clientId`. Returns the reason instead if the card
 * has reached a limit, or is deleted.
 */
export async function createSharePoint(
  env: Bindings,
  { cardId, userId, may = sql`true` }: Owner,
  fields: NewSharePoint,
): Promise<StoredSharePoint | 'too many active' | 'too many' | 'no card'> {
  const db = database(env.DB)
  const asked = { ...fields, cardId, userId }
  const bytes = deterministicBytes(env, 'share point', asked)
  const requestKey = bytes.toString('base64url')
  const { label, kind, activeFrom, activeTo, note, metNote, showsHidden } = fields
  const free = freeCode(codesFrom(bytes))
  const [, [made], [all]] = await repeatable(() =>
    db.batch([
      db
        .insert(sharePoints)
        .select(
          sql`select null, ${cardId}, ${free}, ${label}, ${kind}, ${activeFrom}, ${activeTo}, ${note}, null, ${sqlNow}, ${requestKey}, ${metNote ? 1 : 0}, null, ${showsHidden ? 1 : 0}
      where ${activeOf(sql`${cardId}`)} < ${maxActiveSharePoints} and ${hasRoomFor(cardId)} and ${may}`,
        )
        .onConflictDoNothing({ target: sharePoints.requestKey }),
      db.select(columns).from(sharePoints).where(eq(sharePoints.requestKey, requestKey)),
      db
        .select({
          total: count(),
          active: sql<number>`count(*) - count(${sharePoints.archivedAt})`,
        })
        .from(sharePoints)
        .where(eq(sharePoints.cardId, cardId)),
    ]),
  )
  if (made) return made
  if ((all?.total ?? 0) >= maxSharePoints) return 'too many'
  return (all?.active ?? 0) >= maxActiveSharePoints ? 'too many active' : 'no card'
}

/**
 * Adds the share points of an archive to a card, each with a new code. Returns the new codes by the codes in the archive.
 * Share points beyond the limits are left out, and share points added before are not added again.
 */
export async function addArchivedPoints(
  env: Bindings,
  { cardId, may }: { cardId: number; may: SQL },
  points: ArchivedPoint[],
): Promise<Map<string, string>> {
  if (points.length === 0) return new Map()
  const db = database(env.DB)
  const keyed = points.map((point) => {
    const asked = { cardId, userId: 0, clientId: point.code, createdAt: point.createdAt }
    const bytes = deterministicBytes(env, 'archived-share-point', asked)
    return { ...point, key: bytes.toString('base64url'), codes: codesFrom(bytes) }
  })
  const [first, ...others] = keyed.map((point) => addArchivedPoint(db, { cardId, may }, point))
  if (!first) return new Map()
  await repeatable(() => db.batch([first, ...others]))
  const added = await db
    .select({ code: sharePoints.code, key: sharePoints.requestKey })
    .from(sharePoints)
    .where(eq(sharePoints.cardId, cardId))
  const codes = new Map(added.map(({ key, code }) => [key, code]))
  return new Map(
    keyed.flatMap(({ code, key }) => {
      const own = codes.get(key)
      return own ? [[code, own] as const] : []
    }),
  )
}

function addArchivedPoint(
  db: Db,
  { cardId, may }: { cardId: number; may: SQL },
  point: ArchivedPoint & { key: string; codes: string[] },
) {
  const { label, kind, activeFrom, activeTo, note, archivedAt, createdAt, key } = point
  const { metNote, style, showsHidden } = point
  return db
    .insert(sharePoints)
    .select(
      sql`select null, ${cardId}, ${freeCode(point.codes)}, ${label}, ${kind}, ${activeFrom}, ${activeTo}, ${note}, ${archivedAt}, ${createdAt}, ${key}, ${metNote ? 1 : 0}, ${style && JSON.stringify(style)}, ${showsHidden ? 1 : 0}
      where (${archivedAt} is not null or ${activeOf(sql`${cardId}`)} < ${maxActiveSharePoints})
        and ${hasRoomFor(cardId)} and ${may}`,
    )
    .onConflictDoNothing({ target: sharePoints.requestKey })
}

/** Changes a share point; restoring one counts against the limit. Returns the reason if the change is not possible. */
export async function changeSharePoint(
  db: Db,
  { id, may }: { id: number; may: SQL },
  { archived, note, ...change }: SharePointChange,
): Promise<StoredSharePoint | 'too many active' | 'dates' | 'not allowed'> {
  const [row] = await repeatable(() =>
    db
      .update(sharePoints)
      .set({
        ...change,
        note: note === '' ? null : note,
        archivedAt: archived === undefined ? undefined : archived ? archivedSince : null,
      })
      .where(
        and(
          eq(sharePoints.id, id),
          may,
          areInOrder(change),
          archived === false ? or(isNull(sharePoints.archivedAt), hasRoom) : undefined,
        ),
      )
      .returning(columns),
  )
  if (row) return row
  const stored = await db
    .select({ ...columns, may: may.mapWith(Boolean) })
    .from(sharePoints)
    .where(eq(sharePoints.id, id))
    .get()
  if (!stored?.may) return 'not allowed'
  return areDatesInOrder({ ...stored, ...change }) ? 'too many active' : 'dates'
}

/** The statement for the erasure of a card. Only the codes remain, so that they never open another card. */
export function eraseSharePoints(db: Db, cardId: number) {
  return db
    .update(sharePoints)
    .set({
      label: '',
      kind: 'link',
      activeFrom: null,
      activeTo: null,
      note: null,
      style: null,
      showsHidden: false,
      archivedAt: archivedSince,
      requestKey: null,
    })
    .where(eq(sharePoints.cardId, cardId))
}

const archivedSince = sql`coalesce(${sharePoints.archivedAt}, ${sqlNow})`

function activeOf(cardId: SQL): SQL {
  return sql`(select count(*) from share_points as active where active.card_id = ${cardId} and active.archived_at is null)`
}

function hasRoomFor(cardId: number): SQL {
  return sql`exists (select 1 from business_cards where id = ${cardId} and deleted_at is null)
    and (select count(*) from share_points where card_id = ${cardId}) < ${maxSharePoints}`
}

function freeCode(candidates: string[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(candidates)}) as candidate
    where not exists (select 1 from share_points as other where other.code = candidate.value) limit 1)`
}

const hasRoom = sql`${activeOf(sql`share_points.card_id`)} < ${maxActiveSharePoints}`

// Like `areDatesInOrder`, but in the statement, because new dates must be in order with the stored ones.
function areInOrder({ activeFrom, activeTo }: Omit<SharePointChange, 'archived'>): SQL {
  const from = activeFrom === undefined ? sql`active_from` : sql`${activeFrom}`
  const to = activeTo === undefined ? sql`active_to` : sql`${activeTo}`
  return sql`(${from} is null or ${to} is null or substr(${from}, 1, length(${to})) <= ${to})`
}

// Five candidates: with a million codes in use, all five are taken once in 10^15 times.
function codesFrom(bytes: Buffer): string[] {
  const letters = [...bytes].map((byte) => shareCodeAlphabet.charAt(byte % 32)).join('')
  return Array.from({ length: 5 }, (_, at) =>
    letters.slice(at * shareCodeLength, (at + 1) * shareCodeLength),
  )
}

/** The code in the referrer, if the referrer is the page of a share point. */
export function codeOfReferrer(c: Context<App>): string | undefined {
  const url = URL.parse(c.req.header('Referer') ?? '')
  if (url?.origin !== publicOrigin(c.env, c.req.raw)) return undefined
  const code = ShareCode.safeParse(url.pathname.slice(sharePointPath('').length)).data
  return code && url.pathname === sharePointPath(code) ? code : undefined
}
