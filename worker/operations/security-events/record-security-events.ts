/**
 * Writes security events. Anyone can cause failures, so their rows are bounded: about 800 per minute, half of them
 * about accounts, each updated at most 1,000 times. A failed call counts once, in one row.
 */
import { createHash, randomUUID } from 'node:crypto'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../../schema/tables.ts'
import type { Bindings } from '../../env.ts'
import { type Db, database } from '../../platform/database.ts'
import { repeatable } from '../../platform/repeatable.ts'
import { minuteMs } from '../../platform/time.ts'
import { isSignInName } from '../../users/queries.ts'
import type { SecurityEvent } from './kinds.ts'
import type { RequestOrigin } from './request-origin.ts'

/**
 * Detailed rows per minute, each for accounts and for networks. Then as many rows with only the account or network and
 * the kind, then one per kind.
 */
export const maxDetailedRows = 200
/** Detailed rows per minute about one account, or about one network if no account is known. */
export const maxRowsPerSubject = 10
/** The maximum count of a row; further failures write nothing. */
export const maxCount = 1000

export type Call = { requestId: string; route: string; status: number; origin: RequestOrigin }

/** Writes one row per success; similar failures share one row per minute. Idempotent per request id. */
export async function recordSecurityEvents(
  env: Bindings,
  events: SecurityEvent[],
  call: Call,
): Promise<void> {
  const db = database(env.DB)
  const done = events.filter(({ outcome }) => outcome === 'success')
  if (done.length > 0) await recordDone(db, done, call)
  for (const event of events) if (event.outcome === 'failure') await countFailure(db, event, call)
}

/** The user that a sign-in was attempted as; null if there is none. */
export async function findUserIdByName(env: Bindings, username: string): Promise<number | null> {
  const named = and(isSignInName(username), isNull(users.deletedAt))
  const found = await database(env.DB).select({ id: users.id }).from(users).where(named).get()
  return found?.id ?? null
}

async function recordDone(db: Db, events: SecurityEvent[], call: Call): Promise<void> {
  const at = new Date().toISOString()
  const rows = events.map((event) => ({ key: randomUUID(), ...event }))
  const { country, asn, asOrganization, network, device } = call.origin
  await repeatable(() =>
    db.run(sql`
    insert into security_events (key, at, kind, outcome, user_id, actor_id, country, asn, as_organization,
      network, device, request_id, route, status, details)
    select value ->> 'key', ${at}, value ->> 'kind', 'success', value ->> 'userId', value ->> 'actorId', ${country},
      ${asn}, ${asOrganization}, ${network}, ${device}, ${call.requestId}, ${call.route}, ${call.status}, value -> 'details'
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (key) do nothing`),
  )
}

async function countFailure(db: Db, event: SecurityEvent, call: Call): Promise<void> {
  const at = new Date()
  const { kind, userId, actorId } = event
  const { country, asn, asOrganization, network, device } = call.origin
  const { isAboutAccount, keys, detailLevel } = rowOf(at, event, call)
  const ifAccountKept = (value: number | null) =>
    sql`iif(level = 'full' or ${isAboutAccount} and level = 'subject', ${value}, null)`
  const ifNetworkKept = (value: string | number | null) =>
    sql`iif(level = 'full' or not ${isAboutAccount} and level = 'subject', ${value}, null)`
  const ifFull = (value: string, none: string) => sql`iif(level = 'full', ${value}, ${none})`
  await repeatable(() =>
    db.run(sql`
    insert into security_events (key, at, kind, outcome, user_id, actor_id, country, asn, as_organization,
      network, device, request_id, route, status, details)
    select case level when 'full' then ${keys.full} when 'subject' then ${keys.subject} else ${keys.kind} end, ${at.toISOString()},
      ${kind}, 'failure', ${ifAccountKept(userId)}, ${ifAccountKept(actorId)}, ${ifNetworkKept(country)}, ${ifNetworkKept(asn)},
      ${ifNetworkKept(asOrganization)}, ${ifNetworkKept(network)}, ${ifFull(device, 'Unknown')}, ${call.requestId},
      ${ifFull(call.route, '')}, ${call.status}, ${ifFull(JSON.stringify(event.details), '{}')}
    from (select ${detailLevel} as level) where true
    on conflict (key) do update set count = count + 1, request_id = excluded.request_id
      where request_id <> excluded.request_id and count < ${maxCount}`),
  )
}

/**
 * Returns the key of the failure's row for each detail level, and SQL for the level: `full` with every detail, `subject`
 * with only the account or network, `kind` with neither. Accounts and networks are limited separately, so neither crowds
 * out the other.
 */
function rowOf(at: Date, { kind, userId, actorId }: SecurityEvent, call: Call) {
  // A rate-limited call is counted by its actor, because callers can choose the user it concerns without limit.
  const account = kind === 'rate-limited' ? actorId : userId
  const { network } = call.origin
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, userId, actorId, network, call.route, call.status]))
    .digest('base64url')
  const minute = Math.floor(at.getTime() / minuteMs)
  const group = `${minute}.${account === null ? 'network' : 'account'}.`
  const subject = `${group}${account ?? network ?? ''}.`
  const keys = { full: subject + hash, subject: subject + kind, kind: `${minute}.all.${kind}` }
  const detailLevel = sql`case
    when ${exists(keys.full)} or ${rowsIn(subject)} < ${maxRowsPerSubject} and ${rowsIn(group)} < ${maxDetailedRows} then 'full'
    when ${exists(keys.subject)} or ${rowsIn(group)} < ${2 * maxDetailedRows} then 'subject'
    else 'kind' end`
  return { isAboutAccount: account === null ? sql`false` : sql`true`, keys, detailLevel }
}

function exists(key: string): SQL {
  return sql`exists (select 1 from security_events where key = ${key})`
}

// `/` follows `.` and ends the range.
function rowsIn(start: string): SQL {
  return sql`(select count(*) from security_events where key > ${start} and key < ${`${start.slice(0, -1)}/`})`
}
