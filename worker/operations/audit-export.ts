/** The audit log as NDJSON for a SIEM, in the fields of the Elastic Common Schema (ECS) 8.17. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users } from '../../schema/accounts/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { type AuditExportQuery, isFailure, securityKindOf } from '../../schema/users/audit.ts'
import type { Db } from '../platform/database.ts'
import { eventDetails } from './audit-log.ts'

type Exported = {
  entry: typeof auditLog.$inferSelect
  username: string | null
  actorName: string | null
}

/**
 * Exports entries oldest first, after the id `after`; `beyond` if that id was never assigned. Stops before the first
 * entry of the last two minutes, whose count may still change, so a client that continues after its last entry misses
 * nothing.
 */
export async function exportAudit(
  db: Db,
  { after, limit }: AuditExportQuery,
  now = Date.now(),
): Promise<Exported[] | 'beyond'> {
  const actors = alias(users, 'actors')
  // A batch distinguishes columns only by name.
  const actorName = sql<string | null>`${actors.username}`.as('actor_name')
  const settled = new Date(now - settledAfter).toISOString()
  const [last, rows] = await db.batch([
    db.select({ seq: sql<number>`seq` }).from(sql`sqlite_sequence where name = 'audit_log'`),
    db
      .select({ entry: auditLog, username: users.username, actorName })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.userId))
      .leftJoin(actors, eq(actors.id, auditLog.actorId))
      .where(
        and(
          gt(auditLog.id, after),
          sql`${auditLog.id} < coalesce((select min(id) from audit_log where at >= ${settled}), ${beyondAll})`,
        ),
      )
      .orderBy(asc(auditLog.id))
      .limit(limit),
  ])
  return after > (last[0]?.seq ?? 0) ? 'beyond' : rows
}

// A refusal is counted in the row of its minute, which may have started a minute ago and take a while to write.
const settledAfter = 120_000
const beyondAll = Number.MAX_SAFE_INTEGER

/** One line. Fields that ECS lacks are under `edgecard`; unknown values are absent. */
export function ecsLine({ entry, username, actorName }: Exported): string {
  const { action, userId, actorId, count, network, route, requestId, status } = entry
  const { title, ecs } = securityKindOf(action) ?? { title: action, ecs: ['api', 'change'] }
  const concerned = ecsUser(userId, username)
  const isOwn = actorId === null || actorId === userId
  return JSON.stringify({
    '@timestamp': entry.at,
    message: title,
    ecs: { version: '8.17.0' },
    event: {
      kind: 'event',
      category: [ecs[0]],
      type: [ecs[1]],
      action,
      outcome: isFailure(action) ? 'failure' : 'success',
      id: entry.key ?? `${entry.id}`,
      sequence: entry.id,
      module: 'edgecard',
      dataset: 'edgecard.security',
    },
    user: isOwn ? concerned : { ...ecsUser(actorId, actorName), target: concerned },
    source: sourceOf(entry),
    user_agent: agentOf(entry.device),
    http: {
      request: { id: requestId ?? undefined, method: route?.split(' ')[0] || undefined },
      response: { status_code: status ?? undefined },
    },
    edgecard: {
      ...{ count, network: network ?? undefined, route: route || undefined },
      details: eventDetails(entry),
    },
  })
}

function ecsUser(id: number | null, name: string | null) {
  return id === null ? undefined : { id: String(id), name: name ?? undefined }
}

function sourceOf({ country, asn, asOrganization }: Exported['entry']) {
  if (country === null && asn === null) return undefined
  return {
    geo: country === null ? undefined : { country_iso_code: country },
    as:
      asn === null
        ? undefined
        : { number: asn, organization: { name: asOrganization ?? undefined } },
  }
}

function agentOf(device: string | null) {
  if (device === null || device === 'Unknown') return undefined
  const [name, os] = device.split(', ')
  return { name, os: os && { name: os } }
}
