/**
 * Cron jobs. Every minute: alerts, inbox, email, cache purges. Every hour: expired records, sums, keys. Every night: backup,
 * archive, submissions, images.
 */

import type { JobName } from '../../schema/jobs.ts'
import { rotateEncryption } from '../auth/rotate-encryption.ts'
import { runDuePurges } from '../cards/tiered-cache.ts'
import type { Bindings } from '../env.ts'
import { clearAddresses } from '../events/clear-addresses.ts'
import { pruneEvents } from '../events/prune.ts'
import { recordPendingEvents } from '../events/replay.ts'
import { sumFortnights } from '../events/rollup-fortnights.ts'
import { makeVisitorKeys } from '../events/visitor-keys.ts'
import { expireSubmissions } from '../inbox/expiry.ts'
import { fillInlinePhotos, fillLogoTones } from '../media/backfill.ts'
import { deleteUnusedImages } from '../media/garbage-collect.ts'
import { log } from '../platform/log.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { resumeTemplateJobs } from '../templates/run.ts'
import { eraseAccounts, eraseDeletedAccounts, eraseDeletedCards } from '../users/cleanup.ts'
import { fillSkeletons } from '../users/usernames.ts'
import { archiveEvents } from './archive/archive.ts'
import { deleteExpiredAudit } from './audit-log.ts'
import { backUp, isBackingUp } from './backup/backup.ts'
import { checkAlerts } from './check-alerts.ts'
import { acquireLease, isDue, listJobs, releaseLease, type Schedule, schedules } from './leases.ts'
import { sumMetrics } from './metrics/store.ts'
import { deleteExpiredSecurityEvents } from './security-events/delete-security-events.ts'

type Job = { rhythm: Schedule; run: (env: Bindings) => Promise<unknown> }

const { minute, hour, backup, night } = schedules

/** In the order they run; a job whose `run` returns `more` continues in the next minute. */
export const jobs: Record<string, Job> = {
  checkAlerts: { rhythm: minute, run: (env) => checkAlerts(env, jobs) },
  drainInbox: { rhythm: minute, run: recordPendingEvents },
  drainPurges: { rhythm: minute, run: runDuePurges },
  drainMail: { rhythm: minute, run: sendPendingMail },
  resumeTemplateJobs: { rhythm: minute, run: resumeTemplateJobs },
  sumMetrics: { rhythm: hour, run: (env) => sumMetrics(env) },
  makeVisitorKeys: { rhythm: hour, run: (env) => makeVisitorKeys(env) },
  sumFortnights: { rhythm: hour, run: sumFortnights },
  pruneEvents: { rhythm: hour, run: pruneEvents },
  sweepAccounts: { rhythm: hour, run: eraseDeletedAccounts },
  renewSealed: { rhythm: hour, run: rotateEncryption },
  fillSkeletons: { rhythm: hour, run: fillSkeletons },
  purgeAccounts: { rhythm: hour, run: afterBackup(eraseAccounts) },
  purgeDeletedCards: { rhythm: hour, run: afterBackup(eraseDeletedCards) },
  clearAddresses: { rhythm: hour, run: clearAddresses },
  archiveEvents: { rhythm: night, run: archiveEvents },
  forgetAddresses: { rhythm: night, run: (env) => expireSubmissions(env) },
  forgetAudit: { rhythm: night, run: deleteExpiredAudit },
  forgetSecurityEvents: { rhythm: night, run: (env) => deleteExpiredSecurityEvents(env) },
  sweepPictures: { rhythm: night, run: deleteUnusedImages },
  fillInlinePhotos: { rhythm: night, run: fillInlinePhotos },
  fillLogoTones: { rhythm: night, run: fillLogoTones },
  backUp: { rhythm: backup, run: (env) => backUp(env) },
} satisfies Record<JobName, Job>

/** A backup reads one table after another, so rows that others reference are erased only when none is in progress. */
function afterBackup(run: Job['run']): Job['run'] {
  return async (env) => ((await isBackingUp(env)) ? 'more' : run(env))
}

/** Runs each job that is due. A failed job is logged and retried later, and delays no other. */
export async function runJobs(
  env: Bindings,
  scheduledTime: number,
  list: Record<string, Job> = jobs,
): Promise<void> {
  const known = await listJobs(env).catch((error: unknown) => logError('all', error))
  if (!known) return
  const rows = new Map(known.map((row) => [row.job, row]))
  for (const [job, { rhythm, run }] of Object.entries(list)) {
    if (!isDue(rows.get(job), rhythm, scheduledTime)) continue
    await runJob(env, job, { rhythm, run, at: scheduledTime }).catch((error: unknown) =>
      logError(job, error),
    )
  }
}

async function runJob(env: Bindings, job: string, { rhythm, run, at }: Job & { at: number }) {
  if (!(await acquireLease(env, job, { rhythm, at }))) return
  const outcome = await run(env).then(
    (result) => (result === 'more' ? 'more' : 'done'),
    (error: unknown) => {
      logError(job, error)
      return 'failed' as const
    },
  )
  await releaseLease(env, job, { rhythm, at, outcome })
}

function logError(job: string, error: unknown): void {
  log('error', 'cron', { job, error })
}
