/** The audit log, the security event log, the status page and the health check. */
import { Hono } from 'hono'
import { AuditQuery } from '../../schema/audit.ts'
import { MetricsQuery } from '../../schema/metrics.ts'
import { SecurityExportQuery, SecurityQuery } from '../../schema/security-event.ts'
import { queryParams } from '../body.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail } from '../errors.ts'
import { listAudit } from '../ops/audit-log.ts'
import { healthOf } from '../ops/health.ts'
import { openMetrics, openMetricsType } from '../ops/metrics/open-metrics.ts'
import { metricsOf } from '../ops/metrics/report.ts'
import {
  ecsLine,
  exportSecurityEvents,
  listSecurityEvents,
} from '../ops/security-events/list-security-events.ts'
import { statusOf } from '../ops/status.ts'
import { database } from '../platform/database.ts'
import { policy } from '../policy/policy.ts'

export const auditRoutes = new Hono<App>()

auditRoutes.get('/security', queryParams(SecurityQuery), async (c) =>
  c.json(await listSecurityEvents(database(c.env.DB), c.req.valid('query'))),
)

auditRoutes.get('/', queryParams(AuditQuery), async (c) => {
  const { rows, next } = await listAudit(database(c.env.DB), c.req.valid('query'))
  const withSummaries = rows.map((row) => ({
    ...row,
    summary: policy[row.action]?.summary ?? row.action,
  }))
  return c.json({ rows: withSummaries, next })
})

// The security event log, as NDJSON for a SIEM.

export const securityEventsRoutes = new Hono<App>()

// `Link` is always present, because the next request continues there even if nothing is new.
securityEventsRoutes.get('/', queryParams(SecurityExportQuery), async (c) => {
  const { after, limit } = c.req.valid('query')
  const rows = await exportSecurityEvents(database(c.env.DB), { after, limit })
  if (rows === 'beyond')
    fail(
      400,
      'The log ends before this number because it was restored from a backup. Start again at 0.',
    )
  const next = rows.at(-1)?.event.id ?? after
  const address = `${publicOrigin(c.env, c.req.raw)}/api/security-events`
  c.header('Link', `<${address}?after=${next}&limit=${limit}>; rel="next"`)
  c.header('Content-Type', 'application/x-ndjson; charset=utf-8')
  return c.body(rows.map((row) => `${ecsLine(row)}\n`).join(''))
})

// Status: details for level 5, and a health check for anyone.

export const statusRoutes = new Hono<App>()

statusRoutes.get('/api/status', async (c) => c.json(await statusOf(c.env)))

statusRoutes.get('/api/status/metrics', queryParams(MetricsQuery), async (c) =>
  c.json(await metricsOf(c.env, c.req.valid('query').range)),
)

statusRoutes.get('/api/metrics', async (c) =>
  c.body(await openMetrics(c.env), 200, { 'Content-Type': openMetricsType }),
)

statusRoutes.get('/healthz', async (c) => {
  const { answers, silent } = await healthOf(c.env)
  if (silent.length > 0)
    fail(503, `Not responding: ${silent.join(', ')}.`, { headers: { 'Retry-After': '5' } })
  return c.json({ ok: true, answers })
})
