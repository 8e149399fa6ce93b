/** Reads security events: a user's own, and all of them for level 5. */
import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { securityEvents } from '../../../schema/operations-tables.ts'
import {
  type ActivityPage,
  type ActivityQuery,
  type SecurityExportQuery,
  SecurityKind,
  type SecurityPage,
  type SecurityQuery,
  securityKinds,
} from '../../../schema/security-event.ts'
import { users } from '../../../schema/tables.ts'
import type { Db } from '../../platform/database.ts'

const exportPage = 1000

/** Events of the account, newest first, before an id. `network` is the caller's network. */
export async function listActivity(
  db: Db,
  { userId, network, before, limit }: ActivityQuery & { userId: number; network: string | null },
): Promise<ActivityPage> {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(
      and(eq(securityEvents.userId, userId), before ? lt(securityEvents.id, before) : undefined),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit + 1)
    .all()
  return pageOf(
    rows.map((row) => {
      const { actorId, network: from } = forSubject(row)
      return {
        ...shownOf(forSubject(row)),
        byYou: actorId === null ? null : actorId === userId,
        fromHere: from === null || network === null ? null : from === network,
      }
    }),
    limit,
  )
}

/** Events of all users, newest first, with current usernames. */
export async function listSecurityEvents(
  db: Db,
  { user, kind, before, limit }: SecurityQuery,
): Promise<SecurityPage> {
  const actors = alias(users, 'actors')
  const rows = await db
    .select({ event: securityEvents, username: users.username, actorName: actors.username })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .leftJoin(actors, eq(actors.id, securityEvents.actorId))
    .where(
      and(
        before ? lt(securityEvents.id, before) : undefined,
        user ? or(eq(securityEvents.userId, user), eq(securityEvents.actorId, user)) : undefined,
        kind ? eq(securityEvents.kind, kind) : undefined,
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit + 1)
    .all()
  return pageOf(
    rows.map(({ event, username, actorName }) => ({
      ...shownOf(event),
      user: personOf(event.userId, username),
      actor: personOf(event.actorId, actorName),
      asn: event.asn,
      asOrganization: event.asOrganization,
      network: event.network,
      route: event.route,
      status: event.status,
    })),
    limit,
  )
}

export type Exported = {
  event: typeof securityEvents.$inferSelect
  username: string | null
  actorName: string | null
}

/**
 * Exports events oldest first, after the id `after`; `beyond` if that id was never assigned. Stops before the first
 * event of the last two minutes, whose count may still change, so a client that continues after its last event misses
 * nothing.
 */
export async function exportSecurityEvents(
  db: Db,
  { after, limit }: SecurityExportQuery,
  now = Date.now(),
): Promise<Exported[] | 'beyond'> {
  const actors = alias(users, 'actors')
  // A batch distinguishes columns only by name.
  const actorName = sql<string | null>`${actors.username}`.as('actor_name')
  const settled = new Date(now - settledAfter).toISOString()
  const [last, rows] = await db.batch([
    db.select({ seq: sql<number>`seq` }).from(sql`sqlite_sequence where name = 'security_events'`),
    db
      .select({ event: securityEvents, username: users.username, actorName })
      .from(securityEvents)
      .leftJoin(users, eq(users.id, securityEvents.userId))
      .leftJoin(actors, eq(actors.id, securityEvents.actorId))
      .where(
        and(
          gt(securityEvents.id, after),
          sql`${securityEvents.id} < coalesce((select min(id) from security_events where at >= ${settled}), ${beyondAll})`,
        ),
      )
      .orderBy(asc(securityEvents.id))
      .limit(limit),
  ])
  return after > (last[0]?.seq ?? 0) ? 'beyond' : rows
}

// A failure is counted in the row of its minute, which may have started a minute ago and take a while to write.
const settledAfter = 120_000
const beyondAll = Number.MAX_SAFE_INTEGER

/** Pages of a user's events, oldest first. Other actors are not named. */
export async function* pagesOfEvents(db: Db, userId: number) {
  let last = 0
  while (true) {
    const rows = await db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.userId, userId), gt(securityEvents.id, last)))
      .orderBy(asc(securityEvents.id))
      .limit(exportPage)
      .all()
    yield rows.map(forSubject).map(({ id: _, key: __, actorId, ...row }) => ({
      ...row,
      byThem: actorId === userId,
    }))
    last = rows.at(-1)?.id ?? 0
    if (rows.length < exportPage) return
  }
}

type Row = typeof securityEvents.$inferSelect

/** The row as its user may see it: without the location of another actor. */
function forSubject(row: Row): Row {
  if (row.actorId === null || row.actorId === row.userId) return row
  const nowhere = { country: null, asn: null, asOrganization: null, network: null }
  return { ...row, ...nowhere, device: 'Unknown' }
}

function shownOf({ id, at, kind, outcome, count, country, device, details }: Row) {
  const title = titleOf(kind)
  return { id, at, kind, title, outcome, count, country, device, details }
}

// An older release may read events of a newer one.
function titleOf(kind: string): string {
  const known = SecurityKind.safeParse(kind)
  return known.success ? securityKinds[known.data].title : kind
}

function personOf(id: number | null, username: string | null) {
  return id === null ? null : { id, username }
}

function pageOf<T extends { id: number }>(rows: T[], limit: number) {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

// Security events as NDJSON for a SIEM, in the fields of the Elastic Common Schema (ECS) 8.17.

/** One line. Fields that ECS lacks are under `edgecard`; unknown values are absent. */
export function ecsLine({ event, username, actorName }: Exported): string {
  const known = SecurityKind.safeParse(event.kind)
  const { title, ecs } = known.success
    ? securityKinds[known.data]
    : { title: event.kind, ecs: ['api', 'info'] }
  const { userId, actorId, count, network, route, details } = event
  const concerned = ecsUser(userId, username)
  return JSON.stringify({
    '@timestamp': event.at,
    message: title,
    ecs: { version: '8.17.0' },
    event: {
      kind: 'event',
      category: [ecs[0]],
      type: [ecs[1]],
      action: event.kind,
      outcome: event.outcome,
      id: event.key,
      sequence: event.id,
      module: 'edgecard',
      dataset: 'edgecard.security',
    },
    user:
      actorId === null || actorId === userId
        ? concerned
        : { ...ecsUser(actorId, actorName), target: concerned },
    source: sourceOf(event),
    user_agent: agentOf(event.device),
    http: {
      request: { id: event.requestId, method: route.split(' ')[0] || undefined },
      response: { status_code: event.status },
    },
    edgecard: { count, network: network ?? undefined, route: route || undefined, details },
  })
}

function ecsUser(id: number | null, name: string | null) {
  return id === null ? undefined : { id: String(id), name: name ?? undefined }
}

function sourceOf({ country, asn, asOrganization }: Exported['event']) {
  if (country === null && asn === null) return undefined
  return {
    geo: country === null ? undefined : { country_iso_code: country },
    as:
      asn === null
        ? undefined
        : { number: asn, organization: { name: asOrganization ?? undefined } },
  }
}

function agentOf(device: string) {
  const [name, os] = device.split(', ')
  return device === 'Unknown' ? undefined : { name, os: os && { name: os } }
}
