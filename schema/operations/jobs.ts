/** The scheduled jobs, with what the status page calls them. */
const jobTitles = {
  archiveEvents: 'Archive events',
  backUp: 'Back up',
  checkAlerts: 'Check the alerts',
  clearAddresses: 'Delete IP addresses of earlier releases',
  drainMail: 'Send queued email',
  drainInbox: 'Record events from the inbox',
  drainPurges: 'Purge changed pages',
  drainStored: 'Record events from the bucket',
  fillInlinePhotos: 'Create inline photos',
  fillLogoTones: 'Check logo contrast',
  fillSkeletons: 'Check for look-alike usernames',
  mailFollowUps: 'Send the digests of follow-ups',
  mailWeekly: 'Send the figures of the week',
  forgetAddresses: 'Delete truncated IP addresses and old submissions',
  forgetAudit: 'Delete old audit entries',
  makeVisitorKeys: 'Create the daily keys of visitor hashes',
  pruneEvents: 'Delete expired events',
  purgeAccounts: 'Erase deleted accounts',
  purgeDeletedCards: 'Erase deleted cards',
  renewSealed: 'Re-encrypt secrets',
  resumeTemplateJobs: 'Continue template runs',
  sumFortnights: 'Update two-week totals',
  sweepAccounts: 'Delete expired sessions and links',
  sweepPictures: 'Delete unused images',
  updateWallets: 'Update wallet passes',
} as const

export type JobName = keyof typeof jobTitles

const titles = new Map<string, string>(Object.entries(jobTitles))
const firstDatabase = 'ANALYTICS'

/** The key of a job in `cron_jobs`. A job of several analytics databases has a row for each, such as `pruneEvents ANALYTICS_2`. */
export function jobKey(job: string, database: string): string {
  return database === firstDatabase ? job : `${job} ${database}`
}

/** The name of the job with that key. */
export function jobOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? key
}

export function titleOfKey(key: string): string {
  const [job = key, database] = key.split(' ')
  const title = titles.get(job) ?? job
  return database ? `${title} (${database})` : title
}
