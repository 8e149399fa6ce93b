/** The minute that refusals are counted in. Only tests import this. */
import { eq, sql } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { securityEvents } from '../../schema/operations-tables.ts'
import { db } from './app.ts'

let minutes = 0

/** In the middle of a minute in which nothing was refused yet, to the end of the test. */
export function stopInMinute(): void {
  minutes += 1
  const now = (Math.ceil(Date.now() / 60_000) + minutes) * 60_000 + 30_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}

/** How many rows refusals have made, and how many were counted. */
export async function totals(): Promise<{ rows: number; sum: number }> {
  const found = await db
    .select({ rows: sql<number>`count(*)`, sum: sql<number>`coalesce(sum(count), 0)` })
    .from(securityEvents)
    .where(eq(securityEvents.outcome, 'failure'))
    .get()
  return found ?? { rows: 0, sum: 0 }
}
