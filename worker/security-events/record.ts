/** Writing security events. Refusals are what strangers can cause at will, so how many rows they make is bounded. */
import { createHash, randomUUID } from 'node:crypto'
import { and, isNull, sql } from 'drizzle-orm'
import { users } from '../../schema/tables.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import type { SecurityEvent } from './kinds.ts'
import type { Origin } from './origin.ts'

/** Rows that refusals of one minute may make; what is beyond shares one row for each kind. */
export const mostRefusalRows = 200

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
  const now = Date.now()
  const { kind, userId, actorId } = event
  const { country, asn, asOrganization, network, device } = call.origin
  const slot = Math.floor(now / minute)
  const alike = createHash('sha256')
    .update(JSON.stringify([kind, userId, actorId, network, call.route, call.status]))
    .digest('base64url')
  const [own, shared] = [`${slot}.${alike}`, `${slot}.${kind}`]
  const rows = sql`(select count(*) from security_events where key > ${`${slot}.`} and key < ${`${slot}/`})`
  const room = sql`(exists (select 1 from security_events where key = ${own}) or ${rows} < ${mostRefusalRows})`
  await db.run(sql`
    insert into security_events (key, at, kind, outcome, user_id, actor_id, country, asn, as_organization,
      network, device, request_id, route, status, details)
    select iif(room, ${own}, ${shared}), ${new Date(now).toISOString()}, ${kind}, 'failure', iif(room, ${userId}, null),
      iif(room, ${actorId}, null), iif(room, ${country}, null), iif(room, ${asn}, null), iif(room, ${asOrganization}, null),
      iif(room, ${network}, null), iif(room, ${device}, 'Unknown'), ${call.requestId}, iif(room, ${call.route}, ''),
      ${call.status}, iif(room, ${JSON.stringify(event.details)}, '{}')
    from (select ${room} as room) where true
    on conflict (key) do update set count = count + 1, request_id = excluded.request_id
      where request_id <> excluded.request_id`)
}
