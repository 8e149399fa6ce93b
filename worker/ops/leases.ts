/**
 * Leases for cron jobs: each job runs at most once per period, in one isolate at a time, and is retried soon after a
 * failure.
 */
import type { Bindings } from '../env.ts'
import { minuteMs } from '../platform/time.ts'

/**
 * A job is due every `everyMs` milliseconds, offset by `afterMs`. A run has a lease of `leaseMs`; a failed one is
 * retried after `retryMs`.
 */
export type Schedule = { everyMs: number; afterMs: number; leaseMs: number; retryMs: number }

export const schedules = {
  minute: { everyMs: minuteMs, afterMs: 0, leaseMs: minuteMs - 5000, retryMs: 0 },
  hour: { everyMs: 60 * minuteMs, afterMs: 0, leaseMs: 15 * minuteMs, retryMs: 5 * minuteMs },
  /** At two o'clock, before the archive. */
  backup: nightly(120 * minuteMs, 5 * minuteMs),
  night: nightly(180 * minuteMs, 15 * minuteMs),
} satisfies Record<string, Schedule>

function nightly(afterMs: number, leaseMs: number): Schedule {
  return { everyMs: 1440 * minuteMs, afterMs, leaseMs, retryMs: 5 * minuteMs }
}

/** The state of a job. Times in milliseconds. */
export type JobRow = {
  job: string
  done: number
  startedAt: number
  doneAt: number | null
  failedAt: number | null
  failures: number
  leaseUntil: number
}

function periodOf({ everyMs, afterMs }: Schedule, at: number): number {
  return Math.floor((at - afterMs) / everyMs)
}

export async function listJobs({ DB }: Pick<Bindings, 'DB'>): Promise<JobRow[]> {
  const { results } = await DB.prepare(
    `select job, done, started_at as startedAt, done_at as doneAt, failed_at as failedAt, failures, lease_until as leaseUntil
     from cron_jobs order by job`,
  ).all<JobRow>()
  return results
}

/** Whether the job should run: a missed or failed period stays due; a job that never ran waits for its time. */
export function isDue(row: JobRow | undefined, rhythm: Schedule, at: number): boolean {
  if (row) return row.done < periodOf(rhythm, at) && row.leaseUntil <= Date.now()
  return (at - rhythm.afterMs) % rhythm.everyMs < minuteMs
}

const longestGraceMs = 6 * 60 * minuteMs

/**
 * Whether a job that has run before did not finish the last period: late by another one, at least ten minutes and at
 * most six hours.
 */
export function isOverdue(row: JobRow, rhythm: Schedule, at: number): boolean {
  const graceMs = Math.min(Math.max(rhythm.everyMs, 10 * minuteMs), longestGraceMs)
  const done = row.done < 0 ? periodOf(rhythm, row.startedAt) - 1 : row.done
  const dueAt = (done + 1) * rhythm.everyMs + rhythm.afterMs
  return at - dueAt > graceMs
}

/** Acquires the lease; false if another isolate has it. */
export async function acquireLease(
  { DB }: Pick<Bindings, 'DB'>,
  job: string,
  { rhythm, at }: { rhythm: Schedule; at: number },
): Promise<boolean> {
  const now = Date.now()
  const taken = await DB.prepare(
    `insert into cron_jobs (job, started_at, lease_until) values (?1, ?2, ?3)
     on conflict (job) do update set started_at = excluded.started_at, lease_until = excluded.lease_until
       where cron_jobs.done < ?4 and cron_jobs.lease_until <= ?2
     returning job`,
  )
    .bind(job, now, now + rhythm.leaseMs, periodOf(rhythm, at))
    .first()
  return taken !== null
}

/** Records the outcome; `more` means there is work left for the next minute. */
export async function releaseLease(
  { DB }: Pick<Bindings, 'DB'>,
  job: string,
  { rhythm, at, outcome }: { rhythm: Schedule; at: number; outcome: 'done' | 'more' | 'failed' },
): Promise<void> {
  const sql = {
    done: 'update cron_jobs set done = max(done, ?2), done_at = ?3, failures = 0, lease_until = 0 where job = ?1',
    more: 'update cron_jobs set failures = 0, lease_until = 0 where job = ?1',
    failed: `update cron_jobs set failed_at = ?3, failures = failures + 1, lease_until = ?3 + ?2 where job = ?1`,
  }
  const number = outcome === 'done' ? periodOf(rhythm, at) : rhythm.retryMs
  const values = outcome === 'more' ? [job] : [job, number, Date.now()]
  await DB.prepare(sql[outcome])
    .bind(...values)
    .run()
}
