/** The audit log: written by middleware after a change, readable at level 5, deleted after 24 months. */
import { and, asc, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditPage, AuditQuery } from '../../schema/audit.ts'
import { auditLog } from '../../schema/team-tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import type { StepContext } from '../platform/job-step.ts'
import { repeatable } from '../platform/repeatable.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs, uniqueTime } from '../platform/time.ts'

type AuditEntry = {
  actorId: number | null
  actor: string | null
  /** One of `auditKinds`. */
  action: string
  target: string
  details: Record<string, unknown>
}

const retentionMs = retentionDays.audit * dayMs
const batchSize = 5000
const exportPage = 1000

const recentRows = 50

/** Inserts one row. Idempotent: a retry after a lost response is recognized by its timestamp. */
export async function writeAudit(db: Db, entry: AuditEntry): Promise<void> {
  const statement = auditStatement(db, entry)
  await repeatable(() => statement)
}

/** The statement of `writeAudit`, for the batch of the change; it inserts nothing unless `when`. */
export function auditStatement(
  db: Db,
  { actorId, actor, action, target, details }: AuditEntry,
  when = sql`true`,
) {
  const at = uniqueTime()
  const detailsJson = JSON.stringify(details)
  return db.insert(auditLog).select(sql`
    select null, ${at}, ${actorId}, ${actor}, ${action}, ${target}, ${detailsJson} where ${when} and not exists (
      select 1 from audit_log where id > (select max(id) from audit_log) - ${recentRows} and at = ${at}
        and actor_id is ${actorId} and action = ${action})`)
}

/** The statement that inserts a row for each of these form submissions. */
export function auditEntriesStatement(
  db: Db,
  { actorId, actor, action, details }: Omit<AuditEntry, 'target'>,
  ids: number[],
) {
  const at = uniqueTime()
  // Asked once, of the newest rows only: an actor can have millions.
  return db.insert(auditLog).select(sql`
    select null, ${at}, ${actorId}, ${actor}, ${action}, 'entry ' || entry.value, ${JSON.stringify(details)}
    from json_each(${JSON.stringify(ids)}) as entry where not exists (
      select 1 from audit_log where id > (select max(id) from audit_log) - ${recentRows + ids.length} and at = ${at}
        and actor_id is ${actorId} and action = ${action} and target = ${`entry ${ids[0]}`})`)
}

const targetId = sql`cast(substr(${auditLog.target}, 6) as integer)`
const targetName = sql<string | null>`case substr(${auditLog.target}, 1, 5)
  when 'user ' then (select username from users where users.id = ${targetId})
  when 'card ' then (select coalesce(name, slug) from business_cards where business_cards.id = ${targetId})
  end`

/** Newest first. */
export async function listAudit(
  db: Db,
  { before, actor, user, card, limit }: AuditQuery,
): Promise<AuditPage> {
  const about = user ? `user ${user}` : card ? `card ${card}` : undefined
  const rows = await db
    .select({ ...getTableColumns(auditLog), targetName })
    .from(auditLog)
    .where(
      and(
        before ? lt(auditLog.id, before) : undefined,
        actor ? eq(auditLog.actorId, actor) : undefined,
        about ? eq(auditLog.target, about) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
    .all()
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** Pages of what a user did and what was done to them, oldest first. Other actors are not named. */
export async function* pagesOfPerson(db: Db, id: number) {
  const { at, action, target, details, actorId } = auditLog
  const columns = { id: auditLog.id, at, action, target, details }
  const byThem = sql<boolean>`${actorId} is ${id}`.mapWith(Boolean)
  // Each of the two by its index, because a page must not sort all that comes after it.
  const next = (which: SQL, last: number) => sql`select id from (select id from audit_log
    where ${which} and id > ${last} order by id limit ${exportPage})`
  let last = 0
  while (true) {
    const rows = await db
      .select({ ...columns, byThem })
      .from(auditLog)
      .where(
        sql`${auditLog.id} in (${next(sql`actor_id = ${id}`, last)}
          union ${next(sql`target = ${`user ${id}`}`, last)})`,
      )
      .orderBy(asc(auditLog.id))
      .limit(exportPage)
      .all()
    yield rows.map(({ id: _, ...row }) => row)
    last = rows.at(-1)?.id ?? 0
    if (rows.length < exportPage) return
  }
}

/** The statements that anonymize an erased user in the log: their actions stay, under an id without a user. */
export async function erasePerson(db: Db, { id, username }: { id: number; username: string }) {
  const target = `user ${id}`
  const named = await db.all<{ name: string }>(sql`
    select actor as name from audit_log where actor_id = ${id} and actor is not null
    union select part.atom from audit_log, json_tree(details) as part
      where target = ${target} and part.type = 'text'
        and part.fullkey in ('$.username', '$.username.from', '$.username.to')`)
  return [
    db.update(auditLog).set({ actor: null }).where(eq(auditLog.actorId, id)),
    eraseDetails(db, sql`target = ${target}`),
    eraseNames(db, [username, ...named.map(({ name }) => name)]),
  ] as const
}

// Rows about others contain names only under these keys; a name can be any text, even that of a key or value.
const personKeys = JSON.stringify(['username', 'owner', 'from', 'to'])

function eraseNames(db: Db, names: string[]) {
  const found = sql`from json_each(details) as part where part.type = 'text'
    and part.key in (select value from json_each(${personKeys}))
    and part.atom in (select value from json_each(${JSON.stringify(names)}))`
  const erased = sql`(select json_group_object(part.key, 'an erased user') ${found})`
  return db
    .update(auditLog)
    .set({ details: sql`json_patch(details, ${erased})` })
    .where(sql`exists (select 1 ${found})`)
}

/** The statement that removes the slugs of an erased card from rows about other cards and users. */
export function eraseSlugs(db: Db, slugs: string[]) {
  const isErased = sql`part.value in (select value from json_each(${JSON.stringify(slugs)}))`
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

/** Step of a cron job: deletes rows older than 24 months, 5,000 of them; `more` if there may be others. */
export async function deleteExpiredAudit(
  env: Bindings,
  { now }: Pick<StepContext, 'now'>,
): Promise<'more' | undefined> {
  const db = database(env.DB)
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, new Date(now - retentionMs).toISOString()))
    .orderBy(auditLog.id)
    .limit(batchSize)
  const { meta } = await db.delete(auditLog).where(inArray(auditLog.id, old))
  return meta.changes >= batchSize ? 'more' : undefined
}
