/** The time, for tests. Only tests import this. */

import { eq, sql } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { securityEvents } from '../../schema/operations-tables.ts'
import { db } from './app.ts'

/** To the end of the test it is so many seconds later, and stays so. */
export function advanceClock(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

// A step of thirty seconds must not begin between a code and its use; half past is the middle of one.
let midStep = 1_780_000_015_000

/** To the end of the test it is the middle of a step of thirty seconds, an hour after the last such; in milliseconds. */
export function freezeClockMidStep(): number {
  midStep += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(midStep)
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return midStep
}

// The minute that refusals are counted in. Only tests import this.

let minutes = 0

/** In the middle of a minute in which nothing was refused yet, to the end of the test. */
export function freezeClockInNewMinute(): void {
  minutes += 1
  const now = (Math.ceil(Date.now() / 60_000) + minutes) * 60_000 + 30_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}

/** How many rows refusals have made, and how many were counted. */
export async function countRefusals(): Promise<{ rows: number; sum: number }> {
  const found = await db
    .select({ rows: sql<number>`count(*)`, sum: sql<number>`coalesce(sum(count), 0)` })
    .from(securityEvents)
    .where(eq(securityEvents.outcome, 'failure'))
    .get()
  return found ?? { rows: 0, sum: 0 }
}
