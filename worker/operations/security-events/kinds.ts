/** Maps calls to security events: by route if successful, by error if failed. */
import type { Context } from 'hono'
import { auditKinds } from '../../../schema/audit.ts'
import {
  editedFields,
  type SecurityDetails,
  type SecurityKind,
} from '../../../schema/security-event.ts'
import type { App, SecurityEventNote } from '../../env.ts'
import type { Declaration } from '../../http/declaration.ts'

export type SecurityEvent = {
  kind: SecurityKind
  outcome: 'success' | 'failure'
  userId: number | null
  actorId: number | null
  details: SecurityDetails
}

/** Adds what the route knows about the security event of this call. */
export function noteSecurityEvent(c: Context<App>, noted: SecurityEventNote): void {
  c.set('securityEvent', { ...c.get('securityEvent'), ...noted })
}

/** Whether calls of the endpoint are logged; requests of card visitors never are. */
export function isLogged({ access, security }: Declaration): boolean {
  return access !== 'anyone' || security !== undefined
}

type LoggedCall = { route: string; declaration: Declaration; noted: SecurityEventNote }

/** The events of a completed call; usually none. */
export function eventsOf(c: Context<App>, call: LoggedCall): SecurityEvent[] {
  const actor = c.get('user')?.id ?? null
  if (!c.res.ok) {
    const kind = failureKind(c, call)
    const userId = actor ?? call.noted.userId ?? null
    const details = kind === 'sign-in-failed' ? methodOf(call) : {}
    return kind ? [{ kind, outcome: 'failure', userId, actorId: actor, details }] : []
  }
  return doneEvents(c, call).map((event) => ({
    ...event,
    outcome: 'success' as const,
    actorId: actor ?? (selfService.has(event.kind) ? event.userId : null),
  }))
}

// In these, a caller without a session has authenticated as the user concerned.
const selfService = new Set<SecurityKind>([
  'sign-in',
  'signed-out',
  'user-created',
  'recovery-code-used',
])

function failureKind(c: Context<App>, { declaration }: LoggedCall): SecurityKind | undefined {
  const code = c.res.headers.get('X-Error-Code') ?? ''
  const byCode = codes[code]
  if (byCode) return byCode
  if (code === 'forbidden') return declaration.access === 'anyone' ? undefined : 'access-denied'
  if (c.res.status === 401 && declaration.access !== 'anyone')
    return c.res.headers.has('WWW-Authenticate') ? 'token-refused' : undefined
  return declaration.failures?.[c.res.status]
}

const codes: Record<string, SecurityKind> = {
  'cross-site': 'cross-site-refused',
  'too-many': 'rate-limited',
  'wrong-code': 'second-factor-failed',
  'wrong-password': 'reauthentication-failed',
}

type Drafted = Pick<SecurityEvent, 'kind' | 'userId' | 'details'>

function doneEvents(c: Context<App>, call: LoggedCall): Drafted[] {
  const { route, declaration, noted } = call
  const { security } = declaration
  const done = typeof security === 'string' ? { kind: security, details: {} } : security
  const kind = noted.kind ?? done?.kind
  if (!done || !kind || noted.isRepeat) return []
  const userId = userIdOf(c, call)
  // A SIEM that polls with an API token would write an event every minute.
  if (declaration.apiToken === 'security-events' && c.get('user')?.sessionId === '') return []
  // Without a session nobody is signed out.
  if (kind === 'signed-out' && userId === null) return []
  const also: Drafted[] =
    noted.method === 'recovery-code' ? [{ kind: 'recovery-code-used', userId, details: {} }] : []
  if (kind === 'user-edited') return editEvents(c, userId)
  const made = listOf(c.get('changed')?.made)
  if (made) return made.map((id) => ({ kind, userId: numberOf(id), details: {} }))
  const details = { ...done.details, ...methodOf(call), ...numbersOf(c, route) }
  return [{ kind, userId, details }, ...also]
}

function methodOf({ route, noted }: LoggedCall): SecurityDetails {
  if (noted.method) return { method: noted.method }
  if (route.endsWith('/passkey')) return { method: 'passkey' }
  return /login|reauthenticate/.test(route) ? { method: 'password' } : {}
}

function userIdOf(c: Context<App>, { route, declaration, noted }: LoggedCall): number | null {
  if (noted.userId !== undefined) return noted.userId
  if (route.includes('/api/users/:id')) return numberOf(c.req.param('id'))
  const { audit } = declaration
  const made = audit && auditKinds[audit] === 'user' ? numberOf(c.get('changed')?.id) : null
  return made ?? c.get('user')?.id ?? null
}

function numbersOf(c: Context<App>, route: string): SecurityDetails {
  const card = /\/(business-cards|analytics)\/:id/.test(route) ? numberOf(c.req.param('id')) : null
  const cards = listOf(c.get('changed')?.cards)?.length
  return { ...(card !== null && { card }), ...(cards !== undefined && { cards }) }
}

/** Records an edit by its effects: one event each for email, password and level, and one for the rest. */
function editEvents(c: Context<App>, userId: number | null): Drafted[] {
  const changed = c.get('changed') ?? {}
  const events: Drafted[] = []
  if ('email' in changed) events.push({ kind: 'email-changed', userId, details: {} })
  if ('password' in changed) events.push({ kind: 'password-changed', userId, details: {} })
  const level = levelOf(changed.accessLevel)
  if (level) events.push({ kind: 'level-changed', userId, details: { level } })
  const fields = editedFields.filter((name) => name in changed)
  const rest = fields.filter((name) => name !== 'email' && name !== 'password')
  if (rest.length > 0) events.push({ kind: 'user-edited', userId, details: { fields: rest } })
  return events
}

function levelOf(change: unknown): { from: number; to: number } | undefined {
  const { from, to }: { from?: unknown; to?: unknown } = Object(change)
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined
}

function numberOf(value: unknown): number | null {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : null
}

function listOf(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}
