/** The privacy page and the data processing annex, the API documentation, the audit log and its export, the status page and the health check. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { users } from '../../schema/accounts/tables.ts'
import { Health, HealthQuery, Status } from '../../schema/operations/status.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import {
  AuditExportQuery,
  AuditPage,
  AuditQuery,
  isFailure,
  securityKindOf,
} from '../../schema/users/audit.ts'
import { type App, publicOrigin } from '../env.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail } from '../http/errors.ts'
import { type Db, database } from '../platform/database.ts'
import { hashOf } from '../public/html-document.tsx'
import { annexPage, annexStyle } from './AnnexPage.tsx'
import { docsPage, docsStyle } from './api-docs/ApiDocsPage.tsx'
import { openApi, type Routes } from './api-docs/openapi.ts'
import { eventDetails, listAudit } from './audit-log.ts'
import { healthOf } from './health.ts'
import { privacyPage, privacyStyle } from './PrivacyPage.tsx'
import { problemsOf, statusOf } from './status.ts'

// The privacy page and the annex: without scripts, and the same for every visitor.

export const privacyRoutes = new Hono<App>()

privacyRoutes.get(
  '/',
  endpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'The privacy page',
  }),
  etag(),
  (c) => sendPlain(c, { page: privacyPage(c.env), style: privacyStyle }),
)

privacyRoutes.get(
  '/annex',
  endpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'The data processing annex of this installation',
  }),
  etag(),
  (c) => sendPlain(c, { page: annexPage(c.env), style: annexStyle }),
)

/** Sends a page without scripts, whose only style is the given one. */
function sendPlain(c: Context<App>, { page, style }: { page: string; style: string }) {
  c.header('Cache-Control', 'no-cache')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  return c.html(page)
}

// The audit log, for System Admins.

export const auditRoutes = new Hono<App>()

auditRoutes.get(
  '/',
  endpoint({
    access: 5,
    allowsReplica: true,
    query: AuditQuery,
    response: AuditPage,
    summary: 'Changes, sign-ins and refusals, newest first',
  }),
  async (c) => c.json(await listAudit(database(c.env.DB), c.req.valid('query'))),
)

// The audit log as NDJSON, for a SIEM.

export const securityEventsRoutes = new Hono<App>()

// `Link` is always present, because the next request continues there even if nothing is new.
securityEventsRoutes.get(
  '/',
  endpoint({
    access: 5,
    apiToken: 'security-events',
    export: true,
    query: AuditExportQuery,
    responseType: 'application/x-ndjson',
    summary: 'The audit log as NDJSON, oldest first, for incremental sync',
    audit: {
      kind: 'data-exported',
      details: { what: 'security-events' },
      onlyWithSession: true,
    },
  }),
  async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await exportAudit(database(c.env.DB), { after, limit })
    if (rows === 'beyond')
      fail(
        400,
        'The log has no entry with this number. If it was restored from a backup, start again at 0.',
      )
    const next = rows.at(-1)?.entry.id ?? after
    const address = `${publicOrigin(c.env, c.req.raw)}/api/security-events`
    c.header('Link', `<${address}?after=${next}&limit=${limit}>; rel="next"`)
    c.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    return c.body(rows.map((row) => `${ecsLine(row)}\n`).join(''))
  },
)

// The export has the fields of the Elastic Common Schema (ECS) 8.17.

type Exported = {
  entry: typeof auditLog.$inferSelect
  username: string | null
  actorName: string | null
}

// Refusals of one kind within a minute share a row. Its count can grow for a minute after `at`, and the write takes time.
const settledAfter = 120_000
const beyondAll = Number.MAX_SAFE_INTEGER

/**
 * Returns entries with an id above `after`, oldest first; `beyond` if `after` was never assigned. Omits the entries of the last
 * two minutes and all after them, because their counts can change; a client that continues after its last entry misses
 * nothing.
 */
async function exportAudit(
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

/** An entry as a line of JSON. Fields that ECS lacks are under `edgecard`; unknown values are absent. */
function ecsLine({ entry, username, actorName }: Exported): string {
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

// Status: details for level 5, and a health check for anyone.

export const statusRoutes = new Hono<App>()

statusRoutes.get(
  '/api/status',
  endpoint({
    access: 5,
    response: Status,
    summary: 'State of the installation: queues, jobs and backups',
  }),
  async (c) => c.json(await statusOf(c.env)),
)

statusRoutes.get(
  '/healthz',
  endpoint({
    access: 'anyone',
    query: HealthQuery,
    response: Health,
    summary: 'Health check of the worker and its storage; with deep=1 also of its jobs and queues',
  }),
  async (c) => {
    const { answers, silent } = await healthOf(c.env)
    const unavailable = { headers: { 'Retry-After': '5' } }
    if (silent.length > 0) fail(503, `Not responding: ${silent.join(', ')}.`, unavailable)
    const problems = c.req.valid('query').deep ? await problemsOf(c.env) : []
    if (problems.length > 0) fail(503, problems.join('\n'), unavailable)
    return c.json({ ok: true, answers })
  },
)

/** The endpoints of the API documentation. `routes` are the router's routes, which are complete only once requests arrive. */
export function docsRoutes(routes: Routes) {
  const docs = new Hono<App>()

  docs.get(
    '/openapi.json',
    endpoint({
      access: 'anyone',
      responseType: 'application/json',
      summary: 'This API as OpenAPI 3.1',
    }),
    etag(),
    (c) => {
      const origin = publicOrigin(c.env, c.req.raw)
      c.header('Cache-Control', 'no-cache')
      return c.json(openApi(routes, { origin, product: c.env.PRODUCT_NAME }))
    },
  )

  docs.get(
    '/docs',
    endpoint({
      access: 'anyone',
      responseType: 'text/html',
      summary: 'This API as a page',
    }),
    etag(),
    (c) => {
      const origin = publicOrigin(c.env, c.req.raw)
      const page = docsPage(routes, { origin, product: c.env.PRODUCT_NAME })
      return sendPlain(c, { page, style: docsStyle })
    },
  )

  return docs
}
