/** The audit log in the database: written by the middleware after a change, read by level 5, dropped after 24 months. */
import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AuditPage, AuditQuery } from '../../schema/audit.ts'
import { auditLog } from '../../schema/team-tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { retentionDays } from '../platform/retention.ts'

export type AuditEntry = {
  actorId: number | null
  actor: string | null
  /** A key of the policy. */
  action: string
  target: string
  details: Record<string, unknown>
}

const keptFor = retentionDays.audit * 86_400_000
const mostAtOnce = 5000
const exportPage = 1000

const lately = 50

/** One row, also when the answer is lost and this is done twice: the time tells. */
export async function writeAudit(
  db: Db,
  { actorId, actor, action, target, details }: AuditEntry,
): Promise<void> {
  const at = new Date().toISOString()
  const told = JSON.stringify(details)
  await db.run(sql`
    insert into audit_log (at, actor_id, actor, action, target, details)
    select ${at}, ${actorId}, ${actor}, ${action}, ${target}, ${told} where not exists (
      select 1 from audit_log where id > (select max(id) from audit_log) - ${lately} and at = ${at}
        and actor_id is ${actorId} and action = ${action} and target = ${target} and details = ${told})`)
}

/** Newest first. */
export async function listAudit(
  db: Db,
  { before, actor, user, card, limit }: AuditQuery,
): Promise<{ rows: Omit<AuditPage['rows'][number], 'summary'>[]; next: number | null }> {
  const about = user ? `user ${user}` : card ? `card ${card}` : undefined
  const rows = await db
    .select()
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

/** What a person did and what was done to them, oldest first; who else did it is not said. */
export async function* pagesOfPerson(db: Db, id: number) {
  const { at, action, target, details, actorId } = auditLog
  const columns = { id: auditLog.id, at, action, target, details }
  const byThem = sql<boolean>`${actorId} is ${id}`.mapWith(Boolean)
  const theirs = or(eq(actorId, id), eq(target, `user ${id}`))
  let last = 0
  while (true) {
    const rows = await db
      .select({ ...columns, byThem })
      .from(auditLog)
      .where(and(theirs, gt(auditLog.id, last)))
      .orderBy(asc(auditLog.id))
      .limit(exportPage)
      .all()
    yield rows.map(({ id: _, ...row }) => row)
    last = rows.at(-1)?.id ?? 0
    if (rows.length < exportPage) return
  }
}

/** The statements that take an erased person out of the log: what they did stays, of a number that is nobody's any more. */
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
    forgetNames(db, [username, ...named.map(({ name }) => name)]),
  ] as const
}

// Rows about somebody else name people under these keys alone; a name can be any text, also that of a key or a value.
const personKeys = JSON.stringify(['username', 'owner', 'from', 'to'])

function forgetNames(db: Db, names: string[]) {
  const found = sql`from json_each(details) as part where part.type = 'text'
    and part.key in (select value from json_each(${personKeys}))
    and part.atom in (select value from json_each(${JSON.stringify(names)}))`
  const erased = sql`(select json_group_object(part.key, 'an erased user') ${found})`
  return db
    .update(auditLog)
    .set({ details: sql`json_patch(details, ${erased})` })
    .where(sql`exists (select 1 ${found})`)
}

/** The statement that takes the slugs of an erased card out of rows about other cards and people. */
export function eraseSlugs(db: Db, slugs: string[]) {
  const isTheirs = sql`part.value in (select value from json_each(${JSON.stringify(slugs)}))`
  const cards = sql`json_each(details, '$.cards') as part`
  const left = sql`(select json_group_array(iif(${isTheirs}, 'an erased card', part.value)) from ${cards})`
  return db
    .update(auditLog)
    .set({ details: sql`json_set(details, '$.cards', json(${left}))` })
    .where(sql`exists (select 1 from ${cards} where ${isTheirs})`)
}

/** The statement that drops what such changes were in detail. */
export function eraseDetails(db: Db, which: SQL) {
  return db
    .update(auditLog)
    .set({ details: { erased: true } })
    .where(which)
}

/** For the cron. */
export async function deleteExpiredAudit(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, new Date(now - keptFor).toISOString()))
    .orderBy(auditLog.id)
    .limit(mostAtOnce)
  await db.delete(auditLog).where(inArray(auditLog.id, old))
}
