/** The audit log in the database: written by the middleware after a change, read by level 5, dropped after 24 months. */
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { AuditPage, AuditQuery } from '../schema/audit.ts'
import { auditLog } from '../schema/team-tables.ts'
import { type Db, database } from './database.ts'
import type { Bindings } from './env.ts'

export type Audited = {
  actorId: number | null
  actor: string | null
  /** A key of the policy. */
  action: string
  target: string
  details: Record<string, unknown>
}

const keptFor = 731 * 86_400_000
const mostAtOnce = 5000

export async function writeAudit(db: Db, entry: Audited): Promise<void> {
  await db.insert(auditLog).values(entry)
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
