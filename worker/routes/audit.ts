/** Who changed what, for level 5. */
import { Hono } from 'hono'
import { AuditQuery } from '../../schema/audit.ts'
import { SecurityQuery } from '../../schema/security-event.ts'
import { listAudit } from '../audit.ts'
import { query } from '../body.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { policy } from '../policy.ts'
import { listSecurityEvents } from '../security-events/list.ts'

export const auditRoutes = new Hono<App>()

auditRoutes.get('/security', query(SecurityQuery), async (c) =>
  c.json(await listSecurityEvents(database(c.env.DB), c.req.valid('query'))),
)

auditRoutes.get('/', query(AuditQuery), async (c) => {
  const { rows, next } = await listAudit(database(c.env.DB), c.req.valid('query'))
  const told = rows.map((row) => ({ ...row, summary: policy[row.action]?.summary ?? row.action }))
  return c.json({ rows: told, next })
})
