/**
 * Cron jobs, in one trigger of every minute. A turn takes steps of the jobs that are due until another may not fit in the
 * 30 s of CPU time that the platform gives it; the next turn continues.
 */
import { type JobName, jobKey } from '../../schema/operations/status.ts'
import { reencryptSecondFactors } from '../accounts/second-factor.ts'
import { fillUsernameSkeletons } from '../accounts/usernames.ts'
import { sendWeeklyEmails } from '../analytics/weekly-email.ts'
import type { Bindings } from '../env.ts'
import { deleteUnusedImages } from '../images/garbage-collect.ts'
import { sendFollowUpEmails } from '../inbox/follow-up-email.ts'
import { backgroundTimeouts, countCalls, resilientBindings } from '../platform/bindings.ts'
import type { Step, StepContext } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { runDuePurges } from '../public/tiered-cache.ts'
import { resumeTemplateJobs } from '../templates/run.ts'
import { recordInbox, recordStoredEvents } from '../tracking/dead-letters.ts'
import { clearAddresses, pruneEvents } from '../tracking/prune.ts'
import { sumFortnights } from '../tracking/rollup-fortnights.ts'
import { analyticsNames } from '../tracking/shards.ts'
import { rotateVisitorKeys } from '../tracking/visitor.ts'
import { updateWallets } from '../wallet/update-passes.ts'
import { checkAlerts } from './alerts.ts'
import { archiveEvents } from './archive/archive.ts'
import { deleteExpiredAudit } from './audit-log.ts'
import { backUp, isBackingUp } from './backup/backup.ts'
import {
  deleteExpiredRecords,
  eraseAccounts,
  eraseDeletedCards,
  expireSubmissions,
} from './cleanup.ts'
import {
  acquireLease,
  isDue,
  type Lease,
  listJobs,
  recordCheckpoint,
  releaseLease,
  type Schedule,
  schedules,
} from './leases.ts'

export type Job = {
  rhythm: Schedule
  step: Step
  /** Runs separately for each analytics database. */
  perDatabase?: true
  /** While true, the job waits for the next turn. */
  waits?: (env: Bindings) => Promise<boolean>
}

/** The most calls of bindings that a step makes; a batch counts as its statements. */
export const maxCallsPerStep = 300

/** What a turn may use: milliseconds, and calls of bindings. */
export type Limits = { ms: number; calls: number }

export type Budget = ReturnType<typeof newBudget>

type Turn = Pick<StepContext, 'now' | 'database'> & { lease: Lease; budget: Budget }

const { minute, hour, once, backup, night } = schedules
const perDatabase = true
// A backup reads one table after another, so rows that others reference are erased only when none is in progress.
const waits = isBackingUp

/** The keys are stored in `cron_jobs` and shown on the status page, so they stay as they are; the steps say what a job does. */
export const jobs: Record<string, Job> = {
  checkAlerts: { rhythm: minute, step: (env) => checkAlerts(env, jobs) },
  drainInbox: { rhythm: minute, perDatabase, step: recordInbox },
  drainStored: { rhythm: minute, step: recordStoredEvents },
  drainPurges: { rhythm: minute, step: runDuePurges },
  drainMail: { rhythm: minute, step: (env) => sendPendingMail(env) },
  resumeTemplateJobs: { rhythm: minute, step: (env) => resumeTemplateJobs(env) },
  updateWallets: { rhythm: minute, step: updateWallets },
  mailFollowUps: { rhythm: hour, step: sendFollowUpEmails },
  mailWeekly: { rhythm: hour, step: sendWeeklyEmails },
  makeVisitorKeys: { rhythm: hour, step: rotateVisitorKeys },
  sweepAccounts: { rhythm: hour, step: deleteExpiredRecords },
  renewSealed: { rhythm: hour, step: reencryptSecondFactors },
  fillSkeletons: { rhythm: hour, step: fillUsernameSkeletons },
  sumFortnights: { rhythm: hour, perDatabase, step: sumFortnights },
  pruneEvents: { rhythm: hour, perDatabase, step: pruneEvents },
  purgeAccounts: { rhythm: hour, waits, step: eraseAccounts },
  purgeDeletedCards: { rhythm: hour, waits, step: eraseDeletedCards },
  clearAddresses: { rhythm: once, perDatabase, step: clearAddresses },
  archiveEvents: { rhythm: night, perDatabase, step: archiveEvents },
  forgetAddresses: { rhythm: night, step: expireSubmissions },
  forgetAudit: { rhythm: night, step: deleteExpiredAudit },
  sweepPictures: { rhythm: night, step: deleteUnusedImages },
  backUp: { rhythm: backup, step: (env) => backUp(env) },
} satisfies Record<JobName, Job>

// The platform allows an invocation 1,000 queries of D1: docs/platform.md. All calls of bindings count as such here. A turn
// that ends within 30 s, its last step included, cannot use 30 s of CPU time.
const limits: Limits = { ms: 20_000, calls: 1000 }

/** Runs the jobs that are due in a cron trigger, within the limits of a turn. */
export async function runTrigger(
  env: Bindings,
  { scheduledTime }: Pick<ScheduledController, 'scheduledTime'>,
): Promise<void> {
  let calls = 0
  const counted = countCalls(env, (count) => {
    calls += count
  })
  const budget = newBudget(limits, () => calls)
  await runJobs(resilientBindings(counted, backgroundTimeouts), scheduledTime, { budget })
}

type Run = { list?: Record<string, Job>; budget?: Budget }

/**
 * Runs each job that is due, until the budget is used; by default there is no limit. A failed job is logged and retried later,
 * and delays no other.
 */
export async function runJobs(
  env: Bindings,
  scheduledTime: number,
  { list = jobs, budget = newBudget({ ms: Infinity, calls: Infinity }, () => 0) }: Run = {},
): Promise<void> {
  const known = await listJobs(env).catch((error: unknown) => logError('all', error))
  if (!known) return
  const rows = new Map(known.map((row) => [row.job, row]))
  const due = Object.entries(list)
    .flatMap(([name, job]) => byDatabase(env, name, job))
    .filter(({ key, job }) => isDue(rows.get(key), job.rhythm, scheduledTime))
    // A job that used up the last turn does not go first in this one.
    .sort((a, b) => (rows.get(a.key)?.startedAt ?? 0) - (rows.get(b.key)?.startedAt ?? 0))
  for (const each of due) {
    if (budget.isUsed()) return
    await runJob(env, each, { at: scheduledTime, budget }).catch((error: unknown) =>
      logError(each.key, error),
    )
  }
}

type Named = { key: string; database: string; job: Job }

/** The job once for each analytics database if it is `perDatabase`, so that a failure of one does not stop the others. */
function byDatabase(env: Bindings, name: string, job: Job): Named[] {
  const databases = job.perDatabase ? analyticsNames(env) : ['ANALYTICS']
  return databases.map((database) => ({ key: jobKey(name, database), database, job }))
}

async function runJob(
  env: Bindings,
  { key, database, job }: Named,
  { at, budget }: { at: number; budget: Budget },
): Promise<void> {
  const { rhythm } = job
  const lease = await acquireLease(env, key, { rhythm, at })
  if (!lease) return
  const outcome = await runSteps(env, job, { lease, budget, database, now: at }).catch(
    (error: unknown) => {
      logError(key, error)
      return 'failed' as const
    },
  )
  if (outcome !== 'lost') await releaseLease(env, lease, { rhythm, at, outcome })
}

function logError(job: string, error: unknown): void {
  log('error', 'cron', { job, error })
}

/** `callsMade` returns the calls of the turn so far. The budget is used when another step may not fit. */
export function newBudget({ ms, calls }: Limits, callsMade: () => number) {
  const startedAt = Date.now()
  let longestMs = 0
  return {
    isUsed: () => Date.now() - startedAt + longestMs >= ms || callsMade() + maxCallsPerStep > calls,
    async measure<T>(work: () => Promise<T>): Promise<T> {
      const before = Date.now()
      const result = await work()
      longestMs = Math.max(longestMs, Date.now() - before)
      return result
    },
  }
}

/** Runs at least one step, or none while the job waits. `lost` if another isolate took the lease; throws what a step throws. */
async function runSteps(
  env: Bindings,
  { step, waits, rhythm }: Job,
  { lease, budget, ...context }: Turn,
): Promise<'done' | 'more' | 'lost'> {
  let from: unknown = lease.checkpoint === null ? undefined : JSON.parse(lease.checkpoint)
  do {
    if (await waits?.(env)) return 'more'
    const next = await budget.measure(() => step(env, { ...context, from }))
    if (next === undefined) return 'done'
    const checkpoint = JSON.stringify(next)
    if (!(await recordCheckpoint(env, lease, { checkpoint, leaseMs: rhythm.leaseMs })))
      return 'lost'
    from = next
  } while (!budget.isUsed())
  return 'more'
}
