/** Writes the audit log, of the calls whose declaration has a kind for it. */
import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import { type AuditKind, auditKinds } from '../../schema/audit.ts'
import type { App } from '../env.ts'
import { auditEntriesStatement, auditStatement, writeAudit } from '../operations/audit-log.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { type Declaration, endpointOf } from './declaration.ts'

// The change is already committed, so a failure to write the log goes to the operator, not to the caller.
export async function recordAudit(
  c: Context<App>,
  declaration: Declaration,
  run: () => Promise<void>,
): Promise<void> {
  await run()
  if (!c.res.ok || !declaration.audit || c.get('securityEvent')?.isRepeat) return
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
  const action = endpointOf(c)?.declaration.audit
  if (!action) throw new Error('An endpoint writes to the audit log without a kind')
  const actor = { actorId: user?.id ?? null, actor: user?.username ?? null }
  return { ...actor, action, target: targetOf(c, action), details }
}

// For created records the path has no id.
function targetOf(c: Context<App>, kind: AuditKind): string {
  const target = auditKinds[kind]
  const id = String(c.req.param('id') ?? c.get('changed')?.id)
  return target && /^\d+$/.test(id) ? `${target} ${id}` : ''
}
