/** What happens by the clock: every minute the inbox, the letters and the purges, every hour what has expired and sums, every night the backup, the archive, addresses and pictures. */
import { sumFortnights } from './analytics/fortnights.ts'
import { forgetAddresses, pruneEvents } from './analytics/prune.ts'
import { drainInbox } from './analytics/waiting.ts'
import { archiveEvents } from './archive/archive.ts'
import { forgetAudit } from './audit.ts'
import { backUp, isBackingUp } from './backup/nightly.ts'
import { resumeTemplateJobs } from './cards/template-jobs.ts'
import { drainPurges } from './cards/tiers.ts'
import type { Bindings } from './env.ts'
import { drainMail } from './mail.ts'
import { fillInlinePhotos } from './media/inline-photo.ts'
import { sweepPictures } from './media/sweep.ts'
import { log } from './platform/log.ts'
import { forgetSecurityEvents } from './security-events/forget.ts'
import { endTurn, isDue, listJobs, type Rhythm, rhythms, takeTurn } from './turns.ts'
import { purgeAccounts, purgeDeletedCards } from './users/purge.ts'
import { renewSealed } from './users/renew-sealed.ts'
import { fillSkeletons } from './users/skeleton.ts'
import { sweepAccounts } from './users/sweep.ts'

type Job = { rhythm: Rhythm; run: (env: Bindings) => Promise<unknown> }

const { minute, hour, backup, night } = rhythms

/** In the order they run in; one whose `run` answers `more` goes on in the next minute. */
export const jobs: Record<string, Job> = {
  drainInbox: { rhythm: minute, run: drainInbox },
  drainPurges: { rhythm: minute, run: drainPurges },
  drainMail: { rhythm: minute, run: drainMail },
  resumeTemplateJobs: { rhythm: minute, run: resumeTemplateJobs },
  sumFortnights: { rhythm: hour, run: sumFortnights },
  pruneEvents: { rhythm: hour, run: pruneEvents },
  sweepAccounts: { rhythm: hour, run: sweepAccounts },
  renewSealed: { rhythm: hour, run: renewSealed },
  fillSkeletons: { rhythm: hour, run: fillSkeletons },
  purgeAccounts: { rhythm: hour, run: afterBackup(purgeAccounts) },
  purgeDeletedCards: { rhythm: hour, run: afterBackup(purgeDeletedCards) },
  archiveEvents: { rhythm: night, run: archiveEvents },
  forgetAddresses: { rhythm: night, run: forgetAddresses },
  forgetAudit: { rhythm: night, run: forgetAudit },
  forgetSecurityEvents: { rhythm: night, run: (env) => forgetSecurityEvents(env) },
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
  if (!(await takeTurn(env, job, { rhythm, at }))) return
  const outcome = await run(env).then(
    (answer) => (answer === 'more' ? 'more' : 'done'),
    (error: unknown) => {
      tell(job, error)
      return 'failed' as const
    },
  )
  await endTurn(env, job, { rhythm, at, outcome })
}

function tell(job: string, error: unknown): void {
  log('error', 'cron', { job, error })
}
