/** The audit log in the database: written by the middleware after a change, read by level 5, dropped after 24 months. */
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AuditPage, AuditQuery } from '../schema/audit.ts'
import { auditLog } from '../schema/team-tables.ts'
import { type Db, database } from './database.ts'
import type { Bindings } from './env.ts'
import { kept } from './retention.ts'

export type Audited = {
  actorId: number | null
  actor: string | null
  /** A key of the policy. */
  action: string
  target: string
  details: Record<string, unknown>
}

const keptFor = kept.audit * 86_400_000
const mostAtOnce = 5000
const exportPage = 1000

const lately = 50

/** One row, also when the answer is lost and this is done twice: the time tells. */
export async function writeAudit(
  db: Db,
  { actorId, actor, action, target, details }: Audited,
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
export async function forgetPerson(db: Db, { id, username }: { id: number; username: string }) {
  const named = await db
    .selectDistinct({ actor: auditLog.actor })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, id), isNotNull(auditLog.actor)))
    .all()
  const names = JSON.stringify([username, ...named.map(({ actor }) => actor)])
  return [
    db.update(auditLog).set({ actor: null }).where(eq(auditLog.actorId, id)),
    forgetDetails(
      db,
      sql`target = ${`user ${id}`} or exists (
        select 1 from json_each(${names}) as name where instr(details, json_quote(name.value)))`,
    ),
  ] as const
}

/** The statement that drops what such changes were in detail. */
export function forgetDetails(db: Db, which: SQL) {
  return db
    .update(auditLog)
    .set({ details: { erased: true } })
    .where(which)
}

/** For the cron. */
export async function forgetAudit(env: Bindings, now = Date.now()): Promise<void> {
  const db = database(env.DB)
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, new Date(now - keptFor).toISOString()))
    .orderBy(auditLog.id)
    .limit(mostAtOnce)
  await db.delete(auditLog).where(inArray(auditLog.id, old))
}
