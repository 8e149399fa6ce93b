/** Fake clocks. Only tests import this. */

import { sql } from 'drizzle-orm'
import { afterAll, onTestFinished, vi } from 'vitest'
import { auditLog } from '../../schema/operations/tables.ts'
import { db } from './app.ts'

/** Freezes the clock that many seconds later, until the end of the test. */
export function advanceClock(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Freezes the clock until the end of the test file, so that the day does not change; returns the time in milliseconds. */
export function freezeClockOfFile(now = Date.now()): number {
  vi.useFakeTimers({ toFake: ['Date'], now })
  afterAll(() => void vi.useRealTimers())
  return now
}

// The middle of a 30-second TOTP step, so that no new step starts between a code and its use.
let midStep = 1_780_000_015_000

/**
 * Freezes the clock in the middle of a TOTP step, an hour after the previous call, until the end of the test; returns
 * the time in milliseconds.
 */
export function freezeClockMidStep(): number {
  midStep += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(midStep)
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return midStep
}

let minutes = 0

/** Freezes the clock in the middle of a minute without counted failures, until the end of the test. */
export function freezeClockInNewMinute(): void {
  minutes += 1
  const now = (Math.ceil(Date.now() / 60_000) + minutes) * 60_000 + 30_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}

/** Returns the number of rows for refusals, and the sum of their counts. */
export async function countFailures(): Promise<{ rows: number; sum: number }> {
  const found = await db
    .select({ rows: sql<number>`count(*)`, sum: sql<number>`coalesce(sum(count), 0)` })
    .from(auditLog)
    .where(
      sql`action glob '*-failed' or action glob '*-refused' or action glob '*-denied' or action glob '*-limited'`,
    )
    .get()
  return found ?? { rows: 0, sum: 0 }
}
