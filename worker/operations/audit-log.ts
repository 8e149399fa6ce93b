/** The audit log: the lists for administrators and for users, erasure and retention. */
import { and, desc, eq, getTableColumns, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '../../schema/accounts/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import {
  type ActivityPage,
  type ActivityQuery,
  type AuditPage,
  type AuditQuery,
  EventDetails,
  editedFields,
  isFailure,
  securityKindOf,
  shortLivedKinds,
} from '../../schema/users/audit.ts'
import type { Bindings } from '../env.ts'
import { among, type Db, database } from '../platform/database.ts'
import { retentionDays, type StepContext } from '../platform/jobs.ts'
import { dayMs } from '../platform/time.ts'

const exportPage = 1000

const targetId = sql`cast(substr(${auditLog.target}, 6) as integer)`
const targetName = sql<string | null>`case substr(${auditLog.target}, 1, 5)
  when 'user ' then (select username from users where users.id = ${targetId})
  when 'card ' then (select coalesce(name, slug) from business_cards where business_cards.id = ${targetId})
  end`

/** A page of the log, newest first, with the current names of users where an entry has none. */
export async function listAudit(
  db: Db,
  { before, actor, user, card, kind, limit }: AuditQuery,
): Promise<AuditPage> {
  const actors = alias(users, 'actors')
  const rows = await db
    .select({ entry: auditLog, targetName, user: users.username, actorName: actors.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .where(
      and(
        isBefore(before),
        actor ? eq(auditLog.actorId, actor) : undefined,
        user ? or(eq(auditLog.userId, user), eq(auditLog.target, `user ${user}`)) : undefined,
        card ? eq(auditLog.target, `card ${card}`) : undefined,
        kind ? eq(auditLog.action, kind) : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1)
    .all()
  return pageOf(
    rows.map(({ entry: { key: _, requestId: __, ...entry }, actorName, ...names }) => ({
      ...entry,
      ...names,
      actor: entry.actor ?? actorName,
      outcome: outcomeOf(entry.action),
    })),
    limit,
  )
}

// By time, because the entries of earlier releases have later ids.
function isBefore(id: number | undefined): SQL | undefined {
  return id
    ? sql`(at, ${auditLog.id}) < (select at, id from audit_log where id = ${id})`
    : undefined
}

function pageOf<T extends { id: number }>(rows: T[], limit: number) {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

function outcomeOf(action: string): 'failure' | 'success' {
  return isFailure(action) ? 'failure' : 'success'
}

/** Security events of the account, newest first. `network` is the caller's network. */
export async function listActivity(
  db: Db,
  { userId, network, before, limit }: ActivityQuery & { userId: number; network: string | null },
): Promise<ActivityPage> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), isBefore(before)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1)
    .all()
  return pageOf(
    rows.map(withoutOrigin(userId)).map((row) => {
      const { id, at, action: kind, count, country, device, actorId } = row
      return {
        ...{ id, at, kind, count, country, device, details: eventDetails(row) },
        title: securityKindOf(kind)?.title ?? kind,
        outcome: outcomeOf(kind),
        byYou: actorId === null ? null : actorId === userId,
        fromHere: row.network === null || network === null ? null : row.network === network,
      }
    }),
    limit,
  )
}

type Row = typeof auditLog.$inferSelect

const noOrigin = { country: null, asn: null, asOrganization: null, network: null }

/** The row as this user may see it: without the location of another actor. */
function withoutOrigin(userId: number) {
  return (row: Row): Row =>
    row.actorId === null || row.actorId === userId
      ? row
      : { ...row, ...noOrigin, device: row.device && 'Unknown' }
}

/** The details that are numbers and values of closed lists. */
export function eventDetails({ action, target, details }: Row): EventDetails {
  const { accessLevel, cards, method, what } = details
  const card = /^card (\d+)$/.exec(target)?.[1]
  const edited = Array.isArray(details.fields) ? details.fields : Object.keys(details)
  const found = {
    ...{ method, what, level: details.level ?? accessLevel, card: card && Number(card) },
    fields:
      action === 'user-edited' ? editedFields.filter((name) => edited.includes(name)) : undefined,
    cards: Array.isArray(cards) ? cards.length : cards,
  }
  const parts = Object.entries(found).map(([name, value]) => {
    return EventDetails.safeParse({ [name]: value }).data
  })
  return Object.assign({}, ...parts)
}

/** Pages of what a user did and what was done to them, oldest first. Other actors are not named. */
export async function* pagesOfPerson(db: Db, id: number) {
  const { actor: _, key: __, ...columns } = getTableColumns(auditLog)
  // Each condition by its index, because a page must not sort all later rows. SQLite uses `(at, id) > …` for the time only.
  const next = (which: SQL, { at, id: last }: { at: string; id: number }) => sql`
    select id from (select id from audit_log where ${which} and at = ${at} and id > ${last} order by id limit ${exportPage})
    union select id from (select id from audit_log where ${which} and at > ${at} order by at, id limit ${exportPage})`
  let last = { at: '', id: 0 }
  while (true) {
    const rows = await db
      .select(columns)
      .from(auditLog)
      .where(
        or(
          sql`${auditLog.id} in (${next(sql`actor_id = ${id}`, last)})`,
          sql`${auditLog.id} in (${next(sql`user_id = ${id}`, last)})`,
          sql`${auditLog.id} in (${next(sql`target = ${`user ${id}`}`, last)})`,
        ),
      )
      .orderBy(auditLog.at, auditLog.id)
      .limit(exportPage)
      .all()
    yield rows.map(({ id: _, actorId, userId, ...row }) => ({
      ...row,
      ...(actorId !== null && actorId !== id && { ...noOrigin, device: null }),
      byThem: actorId === id,
    }))
    last = rows.at(-1) ?? last
    if (rows.length < exportPage) return
  }
}

/**
 * The statements that erase a user from the log: their sign-ins are deleted, and their actions stay without origin,
 * under an id without a user.
 */
export async function erasePerson(db: Db, { id, username }: { id: number; username: string }) {
  const target = `user ${id}`
  const named = await db.all<{ name: string }>(sql`
    select actor as name from audit_log where actor_id = ${id} and actor is not null
    union select part.atom from audit_log, json_tree(details) as part
      where target = ${target} and part.type = 'text'
        and part.fullkey in ('$.username', '$.username.from', '$.username.to')`)
  return [
    db
      .delete(auditLog)
      .where(and(eq(auditLog.userId, id), inArray(auditLog.action, shortLivedKinds))),
    db
      .update(auditLog)
      .set({ ...noOrigin, device: null, actor: null })
      .where(eq(auditLog.actorId, id)),
    db
      .update(auditLog)
      .set({ ...noOrigin, device: null })
      .where(eq(auditLog.userId, id)),
    eraseDetails(db, sql`target = ${target}`),
    eraseNames(db, [username, ...named.map(({ name }) => name)]),
  ] as const
}

// Rows about others contain names only under these keys; a name can be any text, even one that looks like a key or value.
const personKeys = JSON.stringify(['username', 'owner', 'from', 'to'])

function eraseNames(db: Db, names: string[]) {
  const found = sql`from json_each(details) as part where part.type = 'text'
    and part.key in (select value from json_each(${personKeys}))
    and part.atom in ${among(names)}`
  const erased = sql`(select json_group_object(part.key, 'an erased user') ${found})`
  return db
    .update(auditLog)
    .set({ details: sql`json_patch(details, ${erased})` })
    .where(sql`exists (select 1 ${found})`)
}

/** The statement that removes the slugs of an erased card from rows about other cards and users. */
export function eraseSlugs(db: Db, slugs: string[]) {
  const isErased = sql`part.value in ${among(slugs)}`
  const cards = sql`json_each(details, '$.cards') as part`
  const left = sql`(select json_group_array(iif(${isErased}, 'an erased card', part.value)) from ${cards})`
  return db
    .update(auditLog)
    .set({ details: sql`json_set(details, '$.cards', json(${left}))` })
    .where(sql`exists (select 1 from ${cards} where ${isErased})`)
}

/** The statement that removes the details of the matching rows. */
export function eraseDetails(db: Db, which: SQL) {
  return db
    .update(auditLog)
    .set({ details: { erased: true } })
    .where(which)
}

/**
 * Step of a cron job: deletes changes older than 24 months, and other entries and the origin of changes after 90 days,
 * up to `max` of each; `more` if there may be others.
 */
export async function deleteExpiredAudit(
  env: Bindings,
  { now }: Pick<StepContext, 'now'>,
  max = 5000,
): Promise<'more' | undefined> {
  const db = database(env.DB)
  const oldest = (days: number, which?: SQL) =>
    db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(lt(auditLog.at, new Date(now - days * dayMs).toISOString()), which))
      .orderBy(auditLog.at)
      .limit(max)
  const isShortLived = inArray(auditLog.action, shortLivedKinds)
  const results = await db.batch([
    db.delete(auditLog).where(inArray(auditLog.id, oldest(retentionDays.audit))),
    db.delete(auditLog).where(inArray(auditLog.id, oldest(retentionDays.signIns, isShortLived))),
    db
      .update(auditLog)
      .set({ ...noOrigin, device: null })
      .where(inArray(auditLog.id, oldest(retentionDays.signIns, sql`device is not null`))),
  ])
  return results.some(({ meta }) => meta.changes >= max) ? 'more' : undefined
}
