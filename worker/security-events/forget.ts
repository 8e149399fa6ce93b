/** Where security events end: by the clock after 90 days, with the account they are about before. */
import { asc, eq, inArray, lt } from 'drizzle-orm'
import { securityEvents } from '../../schema/operations-tables.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { kept } from '../retention.ts'

const keptFor = kept.securityEvents * 86_400_000
const mostAtOnce = 5000

/** For the cron: `more` when the next minute has to go on. */
export async function forgetSecurityEvents(
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
export function forgetEventsOf(db: Db, userId: number) {
  const nowhere = { country: null, asn: null, asOrganization: null, network: null }
  return [
    db.delete(securityEvents).where(eq(securityEvents.userId, userId)),
    db
      .update(securityEvents)
      .set({ ...nowhere, device: 'Unknown' })
      .where(eq(securityEvents.actorId, userId)),
  ] as const
}
