/** Writes the audit log: every change by a signed-in user, and the calls whose policy row requires it. */
import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { App } from '../env.ts'
import { auditStatement, writeAudit } from '../ops/audit-log.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { policy } from '../policy/policy.ts'
import { safeMethods } from './enforce-policy.ts'

// The change is already committed, so a failure to write the log goes to the operator, not to the caller.
export const recordAudit = createMiddleware<App>(async (c, next) => {
  await next()
  const { route, action } = currentRoute(c)
  if (!c.res.ok || !isAudited(action, c.req.method) || c.get('securityEvent')?.isRepeat) return
  if (c.get('isAudited')) return
  const entry = {
    ...actorOf(c),
    action,
    target: targetOf(c, route?.path ?? ''),
    details: c.get('changed') ?? {},
  }
  await writeAudit(database(c.env.DB), entry).catch((error: unknown) => {
    log('error', 'audit', { action, error })
  })
})

/**
 * The statement that logs a change in the batch that makes it, if `when`; then the middleware does not. Takes one trip
 * less, and the log has every change that was made.
 */
export function auditInBatch(c: Context<App>, details: Record<string, unknown>, when: SQL) {
  const { route, action } = currentRoute(c)
  c.set('isAudited', true)
  const entry = { ...actorOf(c), action, target: targetOf(c, route?.path ?? ''), details }
  return auditStatement(database(c.env.DB), entry, when)
}

function currentRoute(c: Context<App>) {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  return { route, action: `${route?.method} ${route?.path}` }
}

function actorOf(c: Context<App>) {
  const user = c.get('user')
  return { actorId: user?.id ?? null, actor: user?.username ?? null }
}

function isAudited(action: string, method: string): boolean {
  const row = policy[action]
  return row?.audit ?? (row?.access !== 'anyone' && !safeMethods.has(method))
}

// For created records the path has no id.
function targetOf(c: Context<App>, path: string): string {
  const kind = kinds.find(([start]) => path.startsWith(start))?.[1]
  const id = String(c.req.param('id') ?? c.get('changed')?.id)
  return kind && /^\d+$/.test(id) ? `${kind} ${id}` : ''
}

const kinds = [
  ['/api/users', 'user'],
  ['/api/register', 'user'],
  ['/api/reset-password', 'user'],
  ['/api/account/email-verification', 'user'],
  ['/api/business-cards', 'card'],
  ['/api/analytics', 'card'],
  ['/api/share-points', 'point'],
  ['/api/submissions', 'entry'],
] as const
