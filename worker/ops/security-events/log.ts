/**
 * Writing security events. Refusals are what strangers can cause at will, so their rows are bounded: in a minute about 800,
 * half of them about accounts, and each is written at most 1,000 times. A refused call writes one row, once.
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
 * Rows with every detail that refusals of one minute may make about accounts, and as many again from networks. As many more
 * have only the account or network and the kind; what is beyond shares one row for each kind.
 */
export const mostRefusalRows = 200
/** How many of them may be about one account, or from one network where no account is known. */
export const mostRowsOfOne = 10
/** Where the count of a row ends: what is beyond writes nothing. */
export const mostCounted = 1000

export type Call = { requestId: string; route: string; status: number; origin: Origin }

const minute = 60_000

/** Successes each make a row, refusals that are alike share one per minute; the same call again changes nothing. */
export async function recordEvents(
  env: Bindings,
  events: SecurityEvent[],
  call: Call,
): Promise<void> {
  const db = database(env.DB)
  const done = events.filter(({ outcome }) => outcome === 'success')
  if (done.length > 0) await recordDone(db, done, call)
  for (const event of events) if (event.outcome === 'failure') await countRefusal(db, event, call)
}

/** Whom a sign-in was tried as; null when there is nobody of that name. */
export async function findNamed(env: Bindings, username: string): Promise<number | null> {
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
      where request_id <> excluded.request_id and count < ${mostCounted}`)
}

/**
 * The keys that the refusal could have, and which it gets: 1 with every detail, 2 with those of the account or network
 * alone, 3 with nothing but the kind. Accounts and networks have rows of their own, so that neither crowds the other out.
 */
function placeOf(at: Date, { kind, userId, actorId }: SecurityEvent, call: Call) {
  // Whom a call was about that was not looked at, whoever calls may choose: no limit holds how many they name.
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
    when ${exists(own)} or ${rowsIn(one)} < ${mostRowsOfOne} and ${rowsIn(room)} < ${mostRefusalRows} then 1
    when ${exists(ofOne)} or ${rowsIn(room)} < ${2 * mostRefusalRows} then 2
    else 3 end`
  return { ofAccount: account === null ? sql`false` : sql`true`, own, ofOne, ofAll, place }
}

function exists(key: string): SQL {
  return sql`exists (select 1 from security_events where key = ${key})`
}

// The character after "." ends the range.
function rowsIn(start: string): SQL {
  return sql`(select count(*) from security_events where key > ${start} and key < ${`${start.slice(0, -1)}/`})`
}

// Where a request came from, as far as it is kept: country, network and device, never the address.

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

/** The same for every address of an IPv4 /24 or IPv6 /48, as long as `PEPPER` is; nobody without it can tell which it is. */
export function networkOf(c: Context<App>): string | null {
  const prefix = networkPrefix(c.req.header('CF-Connecting-IP') ?? '')
  if (prefix === 'Unknown') return null
  const hash = createHmac('sha256', c.env.PEPPER).update(`security events\n${prefix}`).digest()
  return hash.subarray(0, 12).toString('base64url')
}

// Where security events end: by the clock after 90 days, with the account they are about before.

const keptFor = retentionDays.securityEvents * 86_400_000
const mostAtOnce = 5000

/** For the cron: `more` when the next minute has to go on. */
export async function deleteExpiredSecurityEvents(
  env: Bindings,
  now = Date.now(),
  most = mostAtOnce,
): Promise<'more' | 'done'> {
  const db = database(env.DB)
  const old = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(lt(securityEvents.at, new Date(now - keptFor).toISOString()))
    .orderBy(asc(securityEvents.at))
    .limit(most)
  const dropped = await db
    .delete(securityEvents)
    .where(inArray(securityEvents.id, old))
    .returning({ id: securityEvents.id })
  return dropped.length === most ? 'more' : 'done'
}

/**
 * The statements that take an erased person out of the log: what happened to them goes, what they did to others stays, of a
 * number that is nobody's any more and from nowhere.
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
