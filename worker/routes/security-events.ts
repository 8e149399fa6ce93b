/** The log of security events, for a SIEM. */
import { Hono } from 'hono'
import { SecurityExportQuery } from '../../schema/security-event.ts'
import { query } from '../body.ts'
import { database } from '../database.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail } from '../http.ts'
import { ecsLine } from '../security-events/ecs.ts'
import { exportSecurityEvents } from '../security-events/list.ts'

export const securityEventsRoutes = new Hono<App>()

// The `Link` is always there: it is where to go on, also when nothing is new.
securityEventsRoutes.get('/', query(SecurityExportQuery), async (c) => {
  const { after, limit } = c.req.valid('query')
  const rows = await exportSecurityEvents(database(c.env.DB), { after, limit })
  if (rows === 'beyond')
    fail(400, 'The log ends before this number: it was restored from a backup. Start again at 0.')
  const next = rows.at(-1)?.event.id ?? after
  const address = `${publicOrigin(c.env, c.req.raw)}/api/security-events`
  c.header('Link', `<${address}?after=${next}&limit=${limit}>; rel="next"`)
  c.header('Content-Type', 'application/x-ndjson; charset=utf-8')
  return c.body(rows.map((row) => `${ecsLine(row)}\n`).join(''))
})
