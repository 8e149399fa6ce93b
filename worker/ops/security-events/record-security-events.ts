/**
 * Writes security events. Anyone can cause refusals, so their rows are bounded: about 800 per minute, half of them
 * about accounts, each updated at most 1,000 times. A refused call counts once, in one row.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { securityEvents } from '../../../schema/operations-tables.ts'
import { users } from '../../../schema/tables.ts'
import { deviceName } from '../../auth/session-cookie.ts'
import type { App, Bindings } from '../../env.ts'
import { networkPrefix } from '../../platform/client-network.ts'
import { type Db, database } from '../../platform/database.ts'
import { retentionDays } from '../../platform/retention.ts'
import type { SecurityEvent } from './kinds.ts'

/**
 * Detailed rows per minute, each for accounts and for networks; then as many with only the account or network and the
 * kind, then one per kind.
 */
export const maxRefusalRows = 200
/** Detailed rows per minute about one account, or one network if no account is known. */
export const maxRowsPerSubject = 10
/** The maximum count of a row; further refusals write nothing. */
export const maxCount = 1000

export type Call = { requestId: string; route: string; status: number; origin: Origin }

const minute = 60_000

/** Writes one row per success; similar refusals share one row per minute. Idempotent per request id. */
export async function recordSecurityEvents(
  env: Bindings,
  events: SecurityEvent[],
  call: Call,
): Promise<void> {
  const db = database(env.DB)
  const done = events.filter(({ outcome }) => outcome === 'success')
  if (done.length > 0) await recordDone(db, done, call)
  for (const event of events) if (event.outcome === 'failure') await countRefusal(db, event, call)
}

/** The user that a sign-in was attempted as; null if there is none. */
export async function findUserIdByName(env: Bindings, username: string): Promise<number | null> {
  const named = and(sql`${users.username} = ${username} collate nocase`, isNull(users.deletedAt))
  const found = await database(env.DB).select({ id: users.id }).from(users).where(named).get()
  return found?.id ?? null
}

async function recordDone(db: Db, events: SecurityEvent[], call: Call): Promise<void> {
  const at = new Date().toISOString()
  const rows = events.map((event) => ({ key: randomUUID(), ...event }))
  const { country, asn, asOrganization, network, device } = call.origin
  await db.run(sql`
    insert into security_events (key, at, kind, outcome, user_id, actor_id, country, asn, as_organization,
      network, device, request_id, route, status, details)
    select value ->> 'key', ${at}, value ->> 'kind', 'success', value ->> 'userId', value ->> 'actorId', ${country},
      ${asn}, ${asOrganization}, ${network}, ${device}, ${call.requestId}, ${call.route}, ${call.status}, value -> 'details'
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (key) do nothing`)
}

async function countRefusal(db: Db, event: SecurityEvent, call: Call): Promise<void> {
  const at = new Date()
  const { kind, userId, actorId } = event
  const { country, asn, asOrganization, network, device } = call.origin
  const { ofAccount, own, ofOne, ofAll, place } = placeOf(at, event, call)
  const whose = (value: number | null) =>
    sql`iif(place = 1 or ${ofAccount} and place = 2, ${value}, null)`
  const where = (value: string | number | null) =>
    sql`iif(place = 1 or not ${ofAccount} and place = 2, ${value}, null)`
  const detail = (value: string, none: string) => sql`iif(place = 1, ${value}, ${none})`
  await db.run(sql`
    insert into security_events (key, at, kind, outcome, user_id, actor_id, country, asn, as_organization,
      network, device, request_id, route, status, details)
    select case place when 1 then ${own} when 2 then ${ofOne} else ${ofAll} end, ${at.toISOString()}, ${kind}, 'failure',
      ${whose(userId)}, ${whose(actorId)}, ${where(country)}, ${where(asn)}, ${where(asOrganization)}, ${where(network)},
      ${detail(device, 'Unknown')}, ${call.requestId}, ${detail(call.route, '')}, ${call.status},
      ${detail(JSON.stringify(event.details), '{}')}
    from (select ${place} as place) where true
    on conflict (key) do update set count = count + 1, request_id = excluded.request_id
      where request_id <> excluded.request_id and count < ${maxCount}`)
}

/**
 * The possible keys of the refusal, and SQL for its detail level: 1 with every detail, 2 with only the account or
 * network, 3 with only the kind. Accounts and networks are limited separately, so neither crowds out the other.
 */
function placeOf(at: Date, { kind, userId, actorId }: SecurityEvent, call: Call) {
  // A rate-limited call is counted by its actor, because callers can choose the user it concerns without limit.
  const account = kind === 'rate-limited' ? actorId : userId
  const { network } = call.origin
  const alike = createHash('sha256')
    .update(JSON.stringify([kind, userId, actorId, network, call.route, call.status]))
    .digest('base64url')
  const slot = Math.floor(at.getTime() / minute)
  const room = `${slot}.${account === null ? 'network' : 'account'}.`
  const one = `${room}${account ?? network ?? ''}.`
  const [own, ofOne, ofAll] = [`${one}${alike}`, `${one}${kind}`, `${slot}.all.${kind}`]
  const place = sql`case
    when ${exists(own)} or ${rowsIn(one)} < ${maxRowsPerSubject} and ${rowsIn(room)} < ${maxRefusalRows} then 1
    when ${exists(ofOne)} or ${rowsIn(room)} < ${2 * maxRefusalRows} then 2
    else 3 end`
  return { ofAccount: account === null ? sql`false` : sql`true`, own, ofOne, ofAll, place }
}

function exists(key: string): SQL {
  return sql`exists (select 1 from security_events where key = ${key})`
}

// `/` follows `.` and ends the range.
function rowsIn(start: string): SQL {
  return sql`(select count(*) from security_events where key > ${start} and key < ${`${start.slice(0, -1)}/`})`
}

// The origin of a request as it is stored: country, network and device, never the address.

export type Origin = {
  country: string | null
  asn: number | null
  asOrganization: string | null
  network: string | null
  device: string
}

export function originOf(c: Context<App>): Origin {
  const { country, asn, asOrganization } = c.req.raw.cf ?? {}
  return {
    country: typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) ? country : null,
    asn: typeof asn === 'number' ? asn : null,
    asOrganization: typeof asOrganization === 'string' ? asOrganization.slice(0, 100) : null,
    network: networkOf(c),
    device: deviceName(c),
  }
}

/** A keyed hash of the IPv4 /24 or IPv6 /48: stable for one `PEPPER`, and not reversible without it. */
export function networkOf(c: Context<App>): string | null {
  const prefix = networkPrefix(c.req.header('CF-Connecting-IP') ?? '')
  if (prefix === 'Unknown') return null
  const hash = createHmac('sha256', c.env.PEPPER).update(`security events\n${prefix}`).digest()
  return hash.subarray(0, 12).toString('base64url')
}

// Security events are deleted after 90 days, or earlier with their account.

const retentionMs = retentionDays.securityEvents * 86_400_000
const batchSize = 5000

/** Cron job; returns `more` if the next minute must continue. */
export async function deleteExpiredSecurityEvents(
  env: Bindings,
  now = Date.now(),
  most = batchSize,
): Promise<'more' | 'done'> {
  const db = database(env.DB)
  const old = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(lt(securityEvents.at, new Date(now - retentionMs).toISOString()))
    .orderBy(asc(securityEvents.at))
    .limit(most)
  const deleted = await db
    .delete(securityEvents)
    .where(inArray(securityEvents.id, old))
    .returning({ id: securityEvents.id })
  return deleted.length === most ? 'more' : 'done'
}

/**
 * The statements that erase a user from the log: events about them are deleted; what they did to others stays, without
 * their location and under an id without a user.
 */
export function deleteSecurityEventsOf(db: Db, userId: number) {
  const nowhere = { country: null, asn: null, asOrganization: null, network: null }
  return [
    db.delete(securityEvents).where(eq(securityEvents.userId, userId)),
    db
      .update(securityEvents)
      .set({ ...nowhere, device: 'Unknown' })
      .where(eq(securityEvents.actorId, userId)),
  ] as const
}
