/** Deletes security events: after 90 days, or earlier with their account. */
import { asc, eq, inArray, lt } from 'drizzle-orm'
import { securityEvents } from '../../../schema/operations-tables.ts'
import type { Bindings } from '../../env.ts'
import { type Db, database } from '../../platform/database.ts'
import { retentionDays } from '../../platform/retention.ts'
import { dayMs } from '../../platform/time.ts'

const retentionMs = retentionDays.securityEvents * dayMs
const batchSize = 5000

/** Step of a cron job: deletes the next 5,000; `more` if there may be others. */
export async function deleteExpiredSecurityEvents(
  env: Bindings,
  now = Date.now(),
  max = batchSize,
): Promise<'more' | undefined> {
  const db = database(env.DB)
  const old = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(lt(securityEvents.at, new Date(now - retentionMs).toISOString()))
    .orderBy(asc(securityEvents.at))
    .limit(max)
  const deleted = await db
    .delete(securityEvents)
    .where(inArray(securityEvents.id, old))
    .returning({ id: securityEvents.id })
  return deleted.length === max ? 'more' : undefined
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
