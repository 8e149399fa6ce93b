/**
 * Inserts rows into the audit log. Anyone can cause refusals, so their rows are bounded: about 800 per minute, half of
 * them about accounts, each updated at most 1,000 times. A refused call counts once, in one row.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { users } from '../../schema/accounts/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import type { AuditKind } from '../../schema/users/audit.ts'
import { deviceName } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { networkPrefix } from '../platform/client.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { minuteMs } from '../platform/time.ts'
import { isSignInName } from '../users/queries.ts'

type RequestOrigin = {
  country: string | null
  asn: number | null
  asOrganization: string | null
  network: string | null
  device: string
}

/**
 * Detailed rows per minute, each for accounts and for networks. Then as many rows with only the account or network and
 * the kind, then one per kind.
 */
export const maxDetailedRows = 200
/** Detailed rows per minute about one account, or about one network if no account is known. */
export const maxRowsPerSubject = 10
/** The maximum count of a row; further refusals write nothing. */
export const maxCount = 1000

export type AuditEntry = {
  action: AuditKind
  target: string
  actorId: number | null
  actor: string | null
  /** The user that a security event concerns. */
  userId: number | null
  details: Record<string, unknown>
}

export type AuditCall = { requestId: string; route: string; status: number; origin: RequestOrigin }

/** Inserts a row per entry. Idempotent. */
export async function writeAudit(db: Db, entries: AuditEntry[], call: AuditCall): Promise<void> {
  const statement = auditStatement(db, entries, call)
  await repeatable(() => statement)
}

/** The statement of `writeAudit`, for the batch of the change; it inserts nothing unless `when`. */
export function auditStatement(db: Db, entries: AuditEntry[], call: AuditCall, when = sql`true`) {
  const { country, asn, asOrganization, network, device } = call.origin
  // A batch binds no parameters of `db.run`. In the order of the table's columns.
  return db
    .insert(auditLog)
    .select(
      sql`select null, ${new Date().toISOString()}, value ->> 'actorId', value ->> 'actor', value ->> 'action',
        value ->> 'target', value -> 'details', ${randomUUID()} || '.' || entry.key, value ->> 'userId', ${country}, ${asn},
        ${asOrganization}, ${network}, ${device}, ${call.requestId}, ${call.route}, ${call.status}, 1
      from json_each(${JSON.stringify(entries)}) as entry where ${when}`,
    )
    .onConflictDoNothing({ target: auditLog.key })
}

/** The user that a sign-in was attempted as; null if there is none. */
export async function findUserIdByName(db: Db, username: string): Promise<number | null> {
  const named = and(isSignInName(username), isNull(users.deletedAt))
  const found = await db.select({ id: users.id }).from(users).where(named).get()
  return found?.id ?? null
}

/** Counts a refusal in the row that it shares with similar ones of its minute. Idempotent per request id. */
export async function countRefusal(db: Db, entry: AuditEntry, call: AuditCall): Promise<void> {
  const at = new Date()
  const { action, userId, actorId } = entry
  const { country, asn, asOrganization, network, device } = call.origin
  const { isAboutAccount, keys, detailLevel } = rowOf(at, entry, call)
  const ifAccountKept = (value: number | null) =>
    sql`iif(level = 'full' or ${isAboutAccount} and level = 'subject', ${value}, null)`
  const ifNetworkKept = (value: string | number | null) =>
    sql`iif(level = 'full' or not ${isAboutAccount} and level = 'subject', ${value}, null)`
  const ifFull = (value: string, none: string) => sql`iif(level = 'full', ${value}, ${none})`
  await repeatable(() =>
    db.run(sql`
    insert into audit_log (key, at, action, target, user_id, actor_id, country, asn, as_organization, network, device,
      request_id, route, status, details)
    select case level when 'full' then ${keys.full} when 'subject' then ${keys.subject} else ${keys.kind} end, ${at.toISOString()},
      ${action}, '', ${ifAccountKept(userId)}, ${ifAccountKept(actorId)}, ${ifNetworkKept(country)}, ${ifNetworkKept(asn)},
      ${ifNetworkKept(asOrganization)}, ${ifNetworkKept(network)}, ${ifFull(device, 'Unknown')}, ${call.requestId},
      ${ifFull(call.route, '')}, ${call.status}, ${ifFull(JSON.stringify(entry.details), '{}')}
    from (select ${detailLevel} as level) where true
    on conflict (key) do update set count = count + 1, request_id = excluded.request_id
      where request_id <> excluded.request_id and count < ${maxCount}`),
  )
}

/**
 * Returns the key of the refusal's row for each detail level, and SQL for the level: `full` with every detail, `subject`
 * with only the account or network, `kind` with neither. Accounts and networks are limited separately, so neither crowds
 * out the other.
 */
function rowOf(at: Date, { action, userId, actorId }: AuditEntry, call: AuditCall) {
  // A rate-limited call is counted by its actor, because callers can choose the user it concerns without limit.
  const account = action === 'rate-limited' ? actorId : userId
  const { network } = call.origin
  const hash = createHash('sha256')
    .update(JSON.stringify([action, userId, actorId, network, call.route, call.status]))
    .digest('base64url')
  const minute = Math.floor(at.getTime() / minuteMs)
  const group = `${minute}.${account === null ? 'network' : 'account'}.`
  const subject = `${group}${account ?? network ?? ''}.`
  const keys = { full: subject + hash, subject: subject + action, kind: `${minute}.all.${action}` }
  const detailLevel = sql`case
    when ${exists(keys.full)} or ${rowsIn(subject)} < ${maxRowsPerSubject} and ${rowsIn(group)} < ${maxDetailedRows} then 'full'
    when ${exists(keys.subject)} or ${rowsIn(group)} < ${2 * maxDetailedRows} then 'subject'
    else 'kind' end`
  return { isAboutAccount: account === null ? sql`false` : sql`true`, keys, detailLevel }
}

function exists(key: string): SQL {
  return sql`exists (select 1 from audit_log where key = ${key})`
}

// `/` follows `.` and ends the range.
function rowsIn(start: string): SQL {
  return sql`(select count(*) from audit_log where key > ${start} and key < ${`${start.slice(0, -1)}/`})`
}

export function requestOrigin(c: Context<App>): RequestOrigin {
  const { country, asn, asOrganization } = c.req.raw.cf ?? {}
  return {
    country: typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) ? country : null,
    asn: typeof asn === 'number' ? asn : null,
    asOrganization: typeof asOrganization === 'string' ? asOrganization.slice(0, 100) : null,
    network: networkHash(c),
    device: deviceName(c),
  }
}

/** A keyed hash of the IPv4 /24 or IPv6 /48: stable for one `PEPPER`, and not reversible without it. */
export function networkHash(c: Context<App>): string | null {
  const prefix = networkPrefix(c.req.header('CF-Connecting-IP') ?? '')
  if (prefix === 'Unknown') return null
  const hash = createHmac('sha256', c.env.PEPPER).update(`security events\n${prefix}`).digest()
  return hash.subarray(0, 12).toString('base64url')
}
