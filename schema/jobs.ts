/** The scheduled jobs, with what the status page calls them. */
export const jobTitles = {
  archiveEvents: 'Archive events',
  backUp: 'Back up',
  checkAlerts: 'Check the alerts',
  clearAddresses: 'Delete IP addresses of earlier releases',
  drainMail: 'Send queued email',
  drainInbox: 'Record events from the inbox',
  drainPurges: 'Purge changed pages',
  fillInlinePhotos: 'Create inline photos',
  fillLogoTones: 'Check logo contrast',
  fillSkeletons: 'Check for look-alike usernames',
  forgetAddresses: 'Delete truncated IP addresses and old submissions',
  forgetAudit: 'Delete old audit entries',
  forgetSecurityEvents: 'Delete old security events',
  makeVisitorKeys: 'Create the daily keys of visitor hashes',
  pruneEvents: 'Delete expired events',
  purgeAccounts: 'Erase deleted accounts',
  purgeDeletedCards: 'Erase deleted cards',
  renewSealed: 'Re-encrypt secrets',
  resumeTemplateJobs: 'Continue template runs',
  sumFortnights: 'Update two-week totals',
  sumMetrics: 'Sum metrics by the hour',
  sweepAccounts: 'Delete expired sessions and links',
  sweepPictures: 'Delete unused images',
} as const

export type JobName = keyof typeof jobTitles
