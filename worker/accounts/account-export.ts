/**
 * Account export: all data of a user as one JSON text, streamed because a busy card has more events than fit in
 * memory.
 */
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { slugHistory } from '../../schema/cards/tables.ts'
import { entryMerges, formSubmissions } from '../../schema/inbox/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { deviceText, type EventKind, eventKinds, placeText } from '../../schema/tracking/event.ts'
import { cardDays, sharePointDays } from '../../schema/tracking/tables.ts'
import { listShareLinks } from '../analytics/share-links.ts'
import { exportBoards } from '../boards/queries.ts'
import { listCardsOwnedBy } from '../cards/queries.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { listFeeds } from '../feeds/queries.ts'
import { listExportsOf } from '../inbox/contact-exports.ts'
import { inParts, isAmong, readAtOnce, type Sized } from '../inbox/parts.ts'
import { nextEntries, pagesOfCards } from '../inbox/queries.ts'
import { listContactFields, listReplyTemplatesOf } from '../inbox/settings.ts'
import { pagesOfPerson } from '../operations/audit-log.ts'
import { among, type Db, database } from '../platform/database.ts'
import { dateText, timeText } from '../platform/time.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { exportWalletPasses } from '../wallet/devices.ts'
import { listTokens } from './api-tokens.ts'
import { findNotificationPreferences } from './notification-preferences.ts'
import { exportPasskeys } from './passkeys.ts'
import { findSecondFactor } from './second-factor.ts'
import { listSessions, publicUser } from './sessions.ts'

const pageSize = 1000

/**
 * Yields one JSON object in pieces: user, sessions, full cards, audit log of the user, and the
 * submissions and events of the cards.
 */
export async function* exportAccount(env: Bindings, user: SessionUser): AsyncGenerator<string> {
  const db = database(env.DB)
  const cards = await listCardsOwnedBy(db, user.id)
  const ids = cards.map(({ id }) => id)
  yield `{\n${entry('exportedAt', new Date().toISOString())},\n${entry('user', publicUser(user))}`
  yield `,\n${entry('secondFactor', await findSecondFactor(env, user))}`
  yield `,\n${entry('passkeys', await exportPasskeys(db, user.id))}`
  yield `,\n${entry('sessions', await listSessions(db, user))},\n${entry('cards', cards)}`
  yield `,\n${entry('formerSlugs', await formerSlugs(db, ids))}`
  yield `,\n${entry('sharePoints', await sharePointsOf(db, ids))}`
  yield `,\n${entry('walletPasses', await exportWalletPasses(db, among(ids)))}`
  yield `,\n${entry('events', await exportBoards(db, user.id))}`
  yield `,\n${entry('mail', await findNotificationPreferences(db, user.id))}`
  yield `,\n${entry('contactFields', await listContactFields(db, user.id))}`
  yield `,\n${entry('replyTemplates', await listReplyTemplatesOf(db, ids))}`
  yield `,\n${entry('apiTokens', await listTokens(db, user.id))}`
  yield `,\n${entry('feeds', await listFeeds(db, user.id))}`
  yield `,\n${entry('contactExports', await listExportsOf(db, user.id))}`
  yield `,\n${entry('sharedReports', await listShareLinks(db, user.id))}`
  yield* list('log', pagesOfPerson(db, user.id))
  yield* list('submissions', exportedSubmissions(db, ids))
  yield* list('merges', mergesOf(db, ids))
  yield* list('eventTotals', totalsOf(env, ids))
  yield* list('sharePointTotals', sharePointTotalsOf(env, ids))
  for (const kind of eventKinds) yield* list(`${kind}s`, eventsOf(env, ids, kind))
  yield '\n}\n'
}

function entry(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`
}

async function* list(key: string, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(key)}: [`
  let comma = ''
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield `${comma}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
    comma = ','
  }
  yield ']'
}

async function formerSlugs(db: Db, ids: number[]) {
  return db
    .select()
    .from(slugHistory)
    .where(inArray(slugHistory.cardId, among(ids)))
    .all()
}

async function sharePointsOf(db: Db, ids: number[]) {
  const { requestKey: _, ...columns } = getTableColumns(sharePoints)
  return db
    .select(columns)
    .from(sharePoints)
    .where(inArray(sharePoints.cardId, among(ids)))
    .all()
}

/** Submissions with the field names of earlier exports, in which `boardId` is `occasionId`. */
async function* exportedSubmissions(db: Db, ids: number[]) {
  for await (const rows of submissionsOf(db, ids))
    yield rows.map(({ boardId, ...row }) => ({ ...row, occasionId: boardId }))
}

/** Oldest card first, then oldest entry first. */
export function submissionsOf(db: Db, ids: number[]) {
  const { cardId, timestamp, id } = formSubmissions
  const oldestFirst = { by: 'card_id, timestamp, id', max: pageSize }
  const cards = ids.toSorted((one, other) => one - other)
  return pagesOfCards<typeof formSubmissions.$inferSelect>(cards, (some, last) => {
    const isNext = last && sql`(${timestamp}, ${id}) > (${last.timestamp}, ${last.id})`
    return db
      .select()
      .from(formSubmissions)
      .where(nextEntries(and(inArray(cardId, among(some)), isNext), oldestFirst))
      .orderBy(asc(cardId), asc(timestamp), asc(id))
      .all()
  })
}

/** The undo data of merges. */
async function* mergesOf(db: Db, ids: number[]) {
  const { id } = entryMerges
  const found = await db.all<Sized>(sql`
    select merge.id, 1 as entries, octet_length(merge.details) as size from entry_merges as merge
    join form_submissions as entry on entry.id = merge.entry_id
    where entry.card_id in ${among(ids)} order by merge.id`)
  for (const some of inParts(found, readAtOnce))
    yield await db.select().from(entryMerges).where(isAmong(some, id)).orderBy(asc(id)).all()
}

export async function* totalsOf(env: Bindings, ids: number[]) {
  for (const id of ids) {
    const { cardId, day, views, clicks, saves, visitors } = cardDays
    const rows = await database(analyticsOf(env, id))
      .select({ cardId, day, views, clicks, saves, visitors })
      .from(cardDays)
      .where(eq(cardId, id))
      .orderBy(asc(day))
      .all()
    yield rows.map((row) => ({ ...row, day: dateText(row.day) }))
  }
}

export async function* sharePointTotalsOf(env: Bindings, ids: number[]) {
  for (const id of ids) {
    const { counts: _, ...columns } = getTableColumns(sharePointDays)
    const rows = await database(analyticsOf(env, id))
      .select(columns)
      .from(sharePointDays)
      .where(eq(sharePointDays.cardId, id))
      .orderBy(asc(sharePointDays.code), asc(sharePointDays.day))
      .all()
    yield rows.map(({ day, firstAt, lastAt, ...row }) => ({
      ...row,
      day: dateText(day),
      firstAt: timeText(firstAt),
      lastAt: timeText(lastAt),
    }))
  }
}

type EventRow = {
  id: string
  timestamp: number
  place: string
  device: string
  leftOut: string | null
}

// Prefixes of the columns in the analytics tables.
const columnPrefixes = { view: 'viewer', click: 'clicker', save: 'saver' } as const
const extraColumns = {
  view: ', dwell_ms as dwellMs',
  click: ', link_type as linkType, link_id as linkId',
  save: '',
}

async function* eventsOf(env: Bindings, ids: number[], kind: EventKind) {
  const by = columnPrefixes[kind]
  const sql = `select card_id as cardId, id, timestamp, source, left_out as leftOut,
      'Unknown' as ${by}Ip, ${by}_location as place, ${by}_device as device${extraColumns[kind]}
    from card_${kind}s where card_id = ?1 and (timestamp, id) > (?2, ?3) order by timestamp, id limit ${pageSize}`
  for (const id of ids) {
    let after: [number, string] = [-1, '']
    while (true) {
      const { results } = await analyticsOf(env, id)
        .prepare(sql)
        .bind(id, ...after)
        .all<EventRow>()
      yield results.map(({ timestamp, place, device, ...event }) => ({
        ...event,
        timestamp: new Date(timestamp).toISOString(),
        [`${by}Location`]: placeText(place),
        [`${by}Device`]: deviceText(device),
      }))
      const last = results.at(-1)
      if (!last || results.length < pageSize) break
      after = [last.timestamp, last.id]
    }
  }
}
