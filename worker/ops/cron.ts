/** What happens by the clock: every minute the inbox, the letters and the purges, every hour what has expired and sums, every night the backup, the archive, addresses and pictures. */

import { rotateEncryption } from '../auth/rotate-encryption.ts'
import { runDuePurges } from '../cards/tiered-cache.ts'
import type { Bindings } from '../env.ts'
import { recordPendingEvents } from '../events/dead-letters.ts'
import { deleteAddresses, pruneEvents } from '../events/prune.ts'
import { sumFortnights } from '../events/rollup-fortnights.ts'
import { sweepPictures } from '../media/garbage-collect.ts'
import { fillInlinePhotos } from '../media/inline-photo.ts'
import { log } from '../platform/log.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { resumeTemplateJobs } from '../templates/run.ts'
import { eraseAccounts, eraseDeletedAccounts, eraseDeletedCards } from '../users/cleanup.ts'
import { fillSkeletons } from '../users/usernames.ts'
import { archiveEvents } from './archive/archive.ts'
import { deleteExpiredAudit } from './audit-log.ts'
import { backUp, isBackingUp } from './backup/backup.ts'
import { acquireLease, isDue, listJobs, releaseLease, type Schedule, schedules } from './leases.ts'
import { deleteExpiredSecurityEvents } from './security-events/log.ts'

type Job = { rhythm: Schedule; run: (env: Bindings) => Promise<unknown> }

const { minute, hour, backup, night } = schedules

/** In the order they run in; one whose `run` answers `more` goes on in the next minute. */
export const jobs: Record<string, Job> = {
  drainInbox: { rhythm: minute, run: recordPendingEvents },
  drainPurges: { rhythm: minute, run: runDuePurges },
  drainMail: { rhythm: minute, run: sendPendingMail },
  resumeTemplateJobs: { rhythm: minute, run: resumeTemplateJobs },
  sumFortnights: { rhythm: hour, run: sumFortnights },
  pruneEvents: { rhythm: hour, run: pruneEvents },
  sweepAccounts: { rhythm: hour, run: eraseDeletedAccounts },
  renewSealed: { rhythm: hour, run: rotateEncryption },
  fillSkeletons: { rhythm: hour, run: fillSkeletons },
  purgeAccounts: { rhythm: hour, run: afterBackup(eraseAccounts) },
  purgeDeletedCards: { rhythm: hour, run: afterBackup(eraseDeletedCards) },
  archiveEvents: { rhythm: night, run: archiveEvents },
  forgetAddresses: { rhythm: night, run: deleteAddresses },
  forgetAudit: { rhythm: night, run: deleteExpiredAudit },
  forgetSecurityEvents: { rhythm: night, run: (env) => deleteExpiredSecurityEvents(env) },
  sweepPictures: { rhythm: night, run: sweepPictures },
  fillInlinePhotos: { rhythm: night, run: fillInlinePhotos },
  backUp: { rhythm: backup, run: (env) => backUp(env) },
}

/** A backup reads the tables one after the other: what rows of another point at is erased when it is whole. */
function afterBackup(run: Job['run']): Job['run'] {
  return async (env) => ((await isBackingUp(env)) ? 'more' : run(env))
}

/** Each job on its own: one that fails is logged, tried again in a while, and holds up none of the others. */
export async function runJobs(
  env: Bindings,
  scheduledTime: number,
  list: Record<string, Job> = jobs,
): Promise<void> {
  const known = await listJobs(env).catch((error: unknown) => tell('all', error))
  if (!known) return
  const rows = new Map(known.map((row) => [row.job, row]))
  for (const [job, { rhythm, run }] of Object.entries(list)) {
    if (!isDue(rows.get(job), rhythm, scheduledTime)) continue
    await runJob(env, job, { rhythm, run, at: scheduledTime }).catch((error: unknown) =>
      tell(job, error),
    )
  }
}

async function runJob(env: Bindings, job: string, { rhythm, run, at }: Job & { at: number }) {
  if (!(await acquireLease(env, job, { rhythm, at }))) return
  const outcome = await run(env).then(
    (answer) => (answer === 'more' ? 'more' : 'done'),
    (error: unknown) => {
      tell(job, error)
      return 'failed' as const
    },
  )
  await releaseLease(env, job, { rhythm, at, outcome })
}

function tell(job: string, error: unknown): void {
  log('error', 'cron', { job, error })
}
