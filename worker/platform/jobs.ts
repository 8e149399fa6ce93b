/** What cron jobs share: their steps, and how long they keep data. */
import type { Bindings } from '../env.ts'

/**
 * `from` is the checkpoint that the step before returned, undefined at the beginning; a step must accept any JSON, such as a
 * checkpoint of an earlier release. `now` is in milliseconds. `database` is the binding of an analytics database.
 */
export type StepContext = { from: unknown; now: number; database: string }

/**
 * One step of a job: at most a few seconds and `maxCallsPerStep` calls, and harmless to repeat. Returns the checkpoint
 * from which the next one continues, in JSON; undefined if the job is done.
 */
export type Step = (env: Bindings, context: StepContext) => Promise<unknown>

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
