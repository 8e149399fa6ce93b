/**
 * Writes the audit log: for a call that succeeds the kind that its endpoint declares, for a refused one the kind of its
 * error.
 */
import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type AuditKind, securityKindOf, targetKindOf } from '../../schema/users/audit.ts'
import type { App, AuditNote } from '../env.ts'
import {
  type AuditCall,
  type AuditEntry,
  auditStatement,
  countRefusal,
  findUserIdByName,
  requestOrigin,
  writeAudit,
} from '../operations/record-audit.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { type Declaration, type DeclaredAudit, type Endpoint, endpointOf } from './declaration.ts'

/** Adds to the entry of this call what only its route knows. */
export function noteAudit(c: Context<App>, noted: AuditNote): void {
  c.set('auditNote', { ...noteOf(c), ...noted })
}

function noteOf(c: Context<App>): AuditNote {
  return c.get('auditNote') ?? {}
}

/**
 * Runs the handler and, if it succeeds, logs the call before the response is sent. By then the change is committed, so a failure
 * to log it is reported to the operator, not to the caller.
 */
export async function auditSuccess(c: Context<App>, run: () => Promise<void>): Promise<void> {
  await run()
  const endpoint = endpointOf(c)
  if (!c.res.ok || !endpoint) return
  const { userIds } = noteOf(c)
  const entries = entriesOf(c, endpoint)
  if (entries.length === 0) return
  const call = callOf(c, endpoint, c.res.status)
  const written = userIds?.then((ids) =>
    writeAudit(
      database(c.env.DB),
      ids.flatMap((userId) => entries.map((entry) => ({ ...entry, userId }))),
      call,
    ),
  )
  if (written) c.executionCtx.waitUntil(logFailure(written, call))
  else await logFailure(writeAudit(database(c.env.DB), entries, call), call)
}

/** Counts a refused call, after the response. Must be mounted before any middleware that can fail. */
export const auditRefusals = createMiddleware<App>(async (c, next) => {
  await next()
  const endpoint = endpointOf(c)
  if (c.res.ok || !endpoint || !isLogged(endpoint.declaration)) return
  const kind = refusalOf(c, endpoint.declaration)
  if (kind) c.executionCtx.waitUntil(writeRefusal(c, kind, endpoint))
})

async function writeRefusal(c: Context<App>, action: AuditKind, endpoint: Endpoint): Promise<void> {
  const call = callOf(c, endpoint, c.res.status)
  const actorId = c.get('user')?.id ?? null
  const declared = declaredOf(endpoint.declaration)?.details
  const { userId, username, method = declared?.method } = noteOf(c)
  const details = action === 'sign-in-failed' && method ? { method } : {}
  const known = actorId ?? userId ?? null
  const write = async () => {
    const named =
      known === null && username ? await findUserIdByName(database(c.env.DB), username) : null
    const entry = { action, target: '', actor: null, actorId, userId: known ?? named, details }
    await countRefusal(database(c.env.DB), entry, call)
  }
  await logFailure(write(), call)
}

function callOf(c: Context<App>, { key: route }: Endpoint, status: number): AuditCall {
  return { requestId: c.get('requestId'), route, status, origin: requestOrigin(c) }
}

async function logFailure(written: Promise<void>, { requestId, route }: AuditCall): Promise<void> {
  await written.catch((error: unknown) =>
    log('error', 'audit', { requestId, action: route, error }),
  )
}

/** Whether calls of the endpoint are logged. Requests of card visitors are not. */
function isLogged({ access, audit }: Declaration): boolean {
  return access !== 'anyone' || audit !== undefined
}

function refusalOf(c: Context<App>, declaration: Declaration): AuditKind | undefined {
  const code = c.res.headers.get('X-Error-Code') ?? ''
  const byCode = codes[code]
  if (byCode) return byCode
  if (code === 'forbidden') return declaration.access === 'anyone' ? undefined : 'access-denied'
  if (c.res.status === 401 && declaration.access !== 'anyone')
    return c.res.headers.has('WWW-Authenticate') ? 'token-refused' : undefined
  return declaration.failures?.[c.res.status]
}

const codes: Record<string, AuditKind> = {
  'cross-site': 'cross-site-refused',
  'too-many': 'rate-limited',
  'wrong-code': 'second-factor-failed',
  'wrong-password': 'reauthentication-failed',
}

/**
 * Returns a statement that logs a change within the batch that makes it, if `when` holds; the middleware then logs nothing. This
 * saves a trip, and no change can be made without its entry. With `ids`, it inserts a row for each of these form submissions.
 */
export function auditInBatch(
  c: Context<App>,
  details: Record<string, unknown>,
  { when, ids }: { when?: SQL; ids?: number[] },
) {
  const endpoint = endpointOf(c)
  const kind = endpoint && declaredOf(endpoint.declaration)?.kind
  if (!kind) throw new Error('An endpoint writes to the audit log without a kind')
  noteAudit(c, { isSkipped: true })
  const entry = entryOf(c, { kind, details })
  const entries = ids?.map((id) => ({ ...entry, target: `entry ${id}` })) ?? [entry]
  const call = callOf(c, endpoint, endpoint.declaration.status ?? 200)
  return auditStatement(database(c.env.DB), entries, call, when)
}

function declaredOf({ audit }: Declaration): DeclaredAudit | undefined {
  return typeof audit === 'string' ? { kind: audit, details: {} } : (audit ?? undefined)
}

/** Returns the entries of a call that succeeded; usually one. */
function entriesOf(c: Context<App>, { declaration }: Endpoint): AuditEntry[] {
  const noted = noteOf(c)
  const declared = declaredOf(declaration)
  const kind = noted.kind ?? declared?.kind
  if (!declared || !kind || noted.isSkipped) return []
  if (declared.onlyWithSession && c.get('user')?.sessionId === '') return []
  const method = noted.method && { method: noted.method }
  const details = { ...declared.details, ...method, ...c.get('changed') }
  const entry = entryOf(c, { kind, details })
  // Without a session nobody is signed out.
  if (kind === 'signed-out' && entry.userId === null) return []
  if (kind === 'user-edited') return editsOf(entry)
  if (kind === 'users-created') return [entry, ...createdOf(entry)]
  if (noted.method !== 'recovery-code') return [entry]
  return [entry, { ...entry, action: 'recovery-code-used', details: {} }]
}

function entryOf(
  c: Context<App>,
  { kind, details }: { kind: AuditKind; details: Record<string, unknown> },
): AuditEntry {
  const user = c.get('user')
  const target = targetOf(c, kind)
  const userId = securityKindOf(kind) ? userIdOf(c, target) : null
  return {
    ...{ action: kind, target, userId, details },
    actorId: user?.id ?? (selfService.has(kind) ? userId : null),
    actor: user?.username ?? null,
  }
}

// In these calls, a caller without a session has authenticated as the user concerned.
const selfService = new Set<AuditKind>([
  'sign-in',
  'signed-out',
  'registered',
  'installation-set-up',
])

// A call that creates a record has no id in its path.
function targetOf(c: Context<App>, kind: AuditKind): string {
  const target = targetKindOf(kind)
  const id = String(c.req.param('id') ?? c.get('changed')?.id)
  return target && /^\d+$/.test(id) ? `${target} ${id}` : ''
}

function userIdOf(c: Context<App>, target: string): number | null {
  const id = noteOf(c).userId ?? /^user (\d+)$/.exec(target)?.[1] ?? c.get('user')?.id
  return id === undefined ? null : Number(id)
}

/** Returns an entry each for a changed email, password and level, and one for other changes. */
function editsOf(entry: AuditEntry): AuditEntry[] {
  const { email, password, accessLevel, ...rest } = entry.details
  const parts: [AuditKind, Record<string, unknown>][] = [
    ['email-changed', { email }],
    ['password-changed', { password }],
    ['level-changed', { accessLevel }],
    ['user-edited', rest],
  ]
  return parts
    .filter(([, details]) => Object.values(details).some((value) => value !== undefined))
    .map(([action, details]) => ({ ...entry, action, details }))
}

/** Returns an entry for each user that a batch created, in addition to the entry of the batch. */
function createdOf(entry: AuditEntry): AuditEntry[] {
  const { made } = entry.details
  const ids = Array.isArray(made) ? made.map(Number) : []
  return ids.map((id) => ({
    ...entry,
    ...{ action: 'user-created', target: `user ${id}`, userId: id, details: {} },
  }))
}
