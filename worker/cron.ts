/** What happens by the clock: every minute the inbox and the purges, every hour what has expired and sums, every night the archive, addresses and pictures. */
import { sumFortnights } from './analytics/fortnights.ts'
import { forgetAddresses, pruneEvents } from './analytics/prune.ts'
import { drainInbox } from './analytics/waiting.ts'
import { archiveEvents } from './archive/archive.ts'
import { forgetAudit } from './audit.ts'
import { resumeTemplateJobs } from './cards/template-jobs.ts'
import { drainPurges } from './cards/tiers.ts'
import type { Bindings } from './env.ts'
import { sweepPictures } from './media/sweep.ts'
import { causes } from './trouble.ts'
import { purgeAccounts, purgeDeletedCards } from './users/purge.ts'
import { sweepAccounts } from './users/sweep.ts'

const nightHour = 3

/** Each job on its own: one that fails is logged, tried again next time, and holds up none of the others. */
export async function runJobs(env: Bindings, scheduledTime: number): Promise<void> {
  const at = new Date(scheduledTime)
  const onTheHour = at.getUTCMinutes() === 0
  const jobs = {
    drainInbox,
    drainPurges,
    resumeTemplateJobs,
    ...(onTheHour
      ? { sumFortnights, pruneEvents, sweepAccounts, purgeAccounts, purgeDeletedCards }
      : {}),
    ...(onTheHour && at.getUTCHours() === nightHour
      ? { archiveEvents, forgetAddresses, forgetAudit, sweepPictures }
      : {}),
  }
  for (const [job, run] of Object.entries(jobs)) {
    await run(env).catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'cron', job, error: causes(error) }))
    })
  }
}
