/**
 * Leases for cron jobs: each job runs at most once per period, in one isolate at a time, and is retried soon after a
 * failure. A job of several steps records a checkpoint after each, from which the next turn continues.
 */
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/failures.ts'
import { minuteMs } from '../platform/time.ts'

/**
 * A job is due every `everyMs` milliseconds, offset by `afterMs`, or only until it has succeeded `once`. A step has a
 * lease of `leaseMs`; a failed one is retried after `retryMs`.
 */
export type Schedule = {
  everyMs: number
  afterMs: number
  leaseMs: number
  retryMs: number
  once?: true
}

const hourly = { everyMs: 60 * minuteMs, afterMs: 0, leaseMs: 15 * minuteMs, retryMs: 5 * minuteMs }

export const schedules = {
  minute: { everyMs: minuteMs, afterMs: 0, leaseMs: minuteMs - 5000, retryMs: 0 },
  hour: hourly,
  once: { ...hourly, once: true },
  /** At two o'clock, before the archive. */
  backup: nightly(120 * minuteMs),
  night: nightly(180 * minuteMs),
} satisfies Record<string, Schedule>

function nightly(afterMs: number): Schedule {
  return { ...hourly, everyMs: 1440 * minuteMs, afterMs }
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
  /** 1 if the last turn ended with work left. */
  isContinuing: number
}

/** A lease of this isolate. `checkpoint` is JSON, or null if the job begins. */
export type Lease = { job: string; startedAt: number; checkpoint: string | null }

type Database = Pick<Bindings, 'DB'>

function periodOf({ everyMs, afterMs }: Schedule, at: number): number {
  return Math.floor((at - afterMs) / everyMs)
}

export async function listJobs({ DB }: Database): Promise<JobRow[]> {
  const { results } = await DB.prepare(
    `select job, done, started_at as startedAt, done_at as doneAt, failed_at as failedAt, failures, lease_until as leaseUntil,
       checkpoint is not null as isContinuing
     from cron_jobs order by job`,
  ).all<JobRow>()
  return results
}

// Long enough for others to have used up the first turn of the time.
const firstRunMs = 5 * minuteMs

/** Whether the job should run: a missed or failed period stays due; a job that never ran waits for its time. */
export function isDue(row: JobRow | undefined, rhythm: Schedule, at: number): boolean {
  if (!row) return (at - rhythm.afterMs) % rhythm.everyMs < firstRunMs
  if (row.doneAt !== null && rhythm.once) return false
  return row.done < periodOf(rhythm, at) && row.leaseUntil <= Date.now()
}

const longestGraceMs = 6 * 60 * minuteMs

/**
 * Whether a job that has run before did not finish its last period in time. It may be late by another period, but at least ten
 * minutes and at most six hours; always by six hours if its last turn made progress.
 */
export function isOverdue(row: JobRow, rhythm: Schedule, at: number): boolean {
  if (rhythm.once && row.doneAt !== null) return false
  const graceMs = row.isContinuing
    ? longestGraceMs
    : Math.min(Math.max(rhythm.everyMs, 10 * minuteMs), longestGraceMs)
  const done = row.done < 0 ? periodOf(rhythm, row.startedAt) - 1 : row.done
  const dueAt = (done + 1) * rhythm.everyMs + rhythm.afterMs
  return at - dueAt > graceMs
}

/** Acquires the lease; undefined if another isolate has it. */
export async function acquireLease(
  { DB }: Database,
  job: string,
  { rhythm, at }: { rhythm: Schedule; at: number },
): Promise<Lease | undefined> {
  const startedAt = Date.now()
  const row = await DB.prepare(
    `insert into cron_jobs (job, started_at, lease_until) values (?1, ?2, ?3)
     on conflict (job) do update set started_at = excluded.started_at, lease_until = excluded.lease_until
       where cron_jobs.done < ?4 and cron_jobs.lease_until <= ?2
     returning checkpoint`,
  )
    .bind(job, startedAt, startedAt + rhythm.leaseMs, periodOf(rhythm, at))
    .first<{ checkpoint: string | null }>()
  return row ? { job, startedAt, checkpoint: row.checkpoint } : undefined
}

/** Records a checkpoint and renews the lease. False if another isolate has taken it meanwhile: then this one must stop. */
export async function recordCheckpoint(
  { DB }: Database,
  { job, startedAt }: Lease,
  { checkpoint, leaseMs }: { checkpoint: string; leaseMs: number },
): Promise<boolean> {
  const { meta } = await repeatable(() =>
    DB.prepare(
      `update cron_jobs set checkpoint = ?3, lease_until = ?4, failures = 0 where job = ?1 and started_at = ?2`,
    )
      .bind(job, startedAt, checkpoint, Date.now() + leaseMs)
      .run(),
  )
  return meta.changes > 0
}

/** Records the outcome; `more` means there is work left for the next turn. */
export async function releaseLease(
  { DB }: Database,
  { job, startedAt }: Lease,
  { rhythm, at, outcome }: { rhythm: Schedule; at: number; outcome: 'done' | 'more' | 'failed' },
): Promise<void> {
  const changes = {
    done: 'done = max(done, ?3), done_at = ?4, failures = 0, lease_until = 0, checkpoint = null',
    more: 'lease_until = 0',
    failed: 'failed_at = ?4, failures = failures + 1, lease_until = ?4 + ?3',
  }
  const number = outcome === 'done' ? periodOf(rhythm, at) : rhythm.retryMs
  const values = outcome === 'more' ? [] : [number, Date.now()]
  // A failure counts once, also if its response is lost.
  const isNew = outcome === 'failed' ? ' and failed_at is not ?4' : ''
  const statement = DB.prepare(
    `update cron_jobs set ${changes[outcome]} where job = ?1 and started_at = ?2${isNew}`,
  ).bind(job, startedAt, ...values)
  await repeatable(() => statement.run())
}
