/** How long is kept what is kept for a time, in days: read by the jobs that drop it, and by the privacy page. Single events: EVENT_RETENTION_DAYS. */
export const retentionDays = {
  /** The random key of the visitor hash: its day and the next. */
  visitorKeys: 2,
  /** Counters of attempts, by hashed addresses and names. */
  attempts: 1,
  /** Where addresses are, as the geocoder said. */
  places: 30,
  /** The shortened addresses of visitors. */
  addresses: 30,
  /** Deleted accounts and cards, to be restored. */
  deleted: 30,
  /** What cards were before a template was given to them. */
  templateRuns: 30,
  /** That a letter could not be sent, and why: not the letter. */
  deadLetters: 7,
  /** The log of security events. */
  securityEvents: 90,
  /** What visitors sent, and the audit log: 24 months. */
  submissions: 730,
  audit: 730,
} as const
