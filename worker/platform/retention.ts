/** Retention periods in days, used by the deletion jobs and the privacy page. For single events see EVENT_RETENTION_DAYS. */
export const retentionDays = {
  /** The random key of the visitor hash: the day it is used and the next. */
  visitorKeys: 2,
  /** Rate limit counters, by hashed addresses and names. */
  attempts: 1,
  /** Geocoder results. */
  places: 30,
  /** Truncated IP addresses of visitors who sent a form. */
  addresses: 30,
  /** Deleted accounts and cards, which can be restored. */
  deleted: 30,
  /** Cards as they were before a template was applied. */
  templateRuns: 30,
  /** The reason an email could not be sent, without the email. */
  deadLetters: 7,
  /** Hashes of addresses that visitors were emailed a copy at, to limit these emails. */
  receiptMails: 2,
  /** Hashes of addresses that their owners confirmed for these emails. */
  confirmedAddresses: 90,
  /** Sign-ins, refusals and exports in the audit log, and the origin of its other entries. */
  signIns: 90,
  /** Form submissions and the other entries of the audit log: 24 months. */
  submissions: 730,
  audit: 730,
} as const
