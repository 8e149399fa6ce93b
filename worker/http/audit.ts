/** Writes the audit log: every change by a signed-in user, and the calls whose declaration requires it. */
import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { auditEntriesStatement, auditStatement, writeAudit } from '../ops/audit-log.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { type Declaration, endpointOf, safeMethods } from './declaration.ts'

// The change is already committed, so a failure to write the log goes to the operator, not to the caller.
export async function recordAudit(
  c: Context<App>,
  declaration: Declaration,
  run: () => Promise<void>,
): Promise<void> {
  await run()
  if (!c.res.ok || !isAudited(declaration, c.req.method) || c.get('securityEvent')?.isRepeat) return
  if (c.get('isAudited')) return
  const entry = entryOf(c, c.get('changed') ?? {})
  await writeAudit(database(c.env.DB), entry).catch((error: unknown) => {
    log('error', 'audit', { action: entry.action, error })
  })
}

/**
 * The statement that logs a change in the batch that makes it, if `when`; then the middleware does not. Takes one trip
 * less, and the log has every change that was made.
 */
export function auditInBatch(c: Context<App>, details: Record<string, unknown>, when: SQL) {
  c.set('isAudited', true)
  return auditStatement(database(c.env.DB), entryOf(c, details), when)
}

/** The same with a row for each of these form submissions. */
export function auditEntriesInBatch(
  c: Context<App>,
  details: Record<string, unknown>,
  ids: number[],
) {
  c.set('isAudited', true)
  return auditEntriesStatement(database(c.env.DB), entryOf(c, details), ids)
}

function entryOf(c: Context<App>, details: Record<string, unknown>) {
  const user = c.get('user')
  const { key: action = '', path = '' } = endpointOf(c) ?? {}
  const actor = { actorId: user?.id ?? null, actor: user?.username ?? null }
  return { ...actor, action, target: targetOf(c, path), details }
}

function isAudited({ audit, access }: Declaration, method: string): boolean {
  return audit ?? (access !== 'anyone' && !safeMethods.has(method))
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
  ['/api/events', 'event'],
  ['/api/submissions', 'entry'],
  ['/api/leads', 'card'],
] as const
