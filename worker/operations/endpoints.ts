/** The audit log, the status page and the health check. */
import { Hono } from 'hono'
import { Health, Status } from '../../schema/operations/status.ts'
import { AuditExportQuery, AuditPage, AuditQuery } from '../../schema/users/audit.ts'
import { type App, publicOrigin } from '../env.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { ecsLine, exportAudit } from './audit-export.ts'
import { listAudit } from './audit-log.ts'
import { healthOf } from './health.ts'
import { statusOf } from './status.ts'

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

// The same as NDJSON for a SIEM.

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
    audit: { kind: 'data-exported', details: { what: 'security-events' } },
  }),
  async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await exportAudit(database(c.env.DB), { after, limit })
    if (rows === 'beyond')
      fail(
        400,
        'The log ends before this number because it was restored from a backup. Start again at 0.',
      )
    const next = rows.at(-1)?.entry.id ?? after
    const address = `${publicOrigin(c.env, c.req.raw)}/api/security-events`
    c.header('Link', `<${address}?after=${next}&limit=${limit}>; rel="next"`)
    c.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    return c.body(rows.map((row) => `${ecsLine(row)}\n`).join(''))
  },
)

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
    response: Health,
    summary: 'Health check of the worker and its storage',
  }),
  async (c) => {
    const { answers, silent } = await healthOf(c.env)
    if (silent.length > 0)
      fail(503, `Not responding: ${silent.join(', ')}.`, { headers: { 'Retry-After': '5' } })
    return c.json({ ok: true, answers })
  },
)
