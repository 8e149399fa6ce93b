/** Time units, days and the current time. */
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
export const hourSeconds = 3600
export const daySeconds = 86_400

/** First and last day, counted from 1970-01-01. */
export type DayRange = { from: number; until: number }

/** A range without days. */
export const emptyDays: DayRange = { from: 1, until: 0 }

/** A day as `YYYY-MM-DD`. */
export function dateText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** A time in milliseconds as ISO 8601; null if there is none. */
export function timeText(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString()
}

// The last day of the year 9999.
const lastDay = 2_932_896

/** The start of a day since 1970-01-01 (UTC) as the tables of the app store times, such as `2026-11-23T00:00:00.000Z`. */
export function startOfDay(day: number): string {
  return new Date(Math.min(day, lastDay) * dayMs).toISOString()
}

/** The current Unix time in seconds. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * The current time with random digits below the millisecond, such as `2026-11-23T16:00:00.000481516Z`. A row that has it
 * was written by this call, also if the response was lost and the statement is retried.
 */
export function uniqueTime(): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  return new Date().toISOString().replace('Z', `${digits}Z`)
}

/** SQL for the current time as the tables store it, such as `2026-11-23T16:00:00.000Z`. */
export const sqlNow = sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
