/** The health of the installation (`GET /api/status`, for level 5), and the names of the cron jobs. */
import * as z from 'zod/mini'

/** The cron jobs, with their names on the status page. */
const jobTitles = {
  archiveEvents: 'Archive events',
  backUp: 'Back up',
  checkAlerts: 'Check the alerts',
  clearAddresses: 'Delete IP addresses of earlier releases',
  drainMail: 'Send queued email',
  drainInbox: 'Record events from the inbox',
  drainPurges: 'Purge changed pages',
  drainStored: 'Record events from the bucket',
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

/**
 * Returns the key of a job in `cron_jobs`. A job that runs on several analytics databases has a row for each, such as
 * `pruneEvents ANALYTICS_2`.
 */
export function jobKey(job: string, database: string): string {
  return database === firstDatabase ? job : `${job} ${database}`
}

/** Returns the name of the job with this key. */
export function jobOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? key
}

export function titleOfKey(key: string): string {
  const [job = key, database] = key.split(' ')
  const title = titles.get(job) ?? job
  return database ? `${title} (${database})` : title
}

const count = z.int()
/** ISO 8601; null if it never happened. */
const time = z.nullable(z.string())

export const Status = z
  .object({
    at: z.string(),
    /** Problems that need attention, each with advice. */
    alerts: z.array(z.object({ title: z.string(), advice: z.string() })),
    /** The titles of the alerts that could not be checked. */
    unchecked: z.array(z.string()),
    events: z.union([
      z.object({
        newest: time,
        /** The number of queued messages and the time of the oldest; null if the platform does not report them. */
        queued: z.nullable(count),
        queuedSince: time,
        inbox: count,
        inboxSince: time,
        dead: count,
      }),
      z.literal('unknown'),
    ]),
    purges: z.object({ waiting: count, since: time }),
    /**
     * Emails that wait, and dead letters with the latest reason for failure. The provider's quota holds back `held` of those
     * that wait: until `heldUntil` because it refused one, or, if that is null, because the rest of the day's quota is kept
     * for urgent emails.
     */
    mail: z.object({
      waiting: count,
      since: time,
      held: count,
      heldUntil: time,
      dead: count,
      reason: z.nullable(z.string()),
    }),
    /** Cards whose contact file has no photo yet; the owner's browser makes it. */
    photosToMake: count,
    databases: z.array(
      z.object({ name: z.string(), bytes: z.nullable(count), migration: z.nullable(z.string()) }),
    ),
    backup: z.union([
      z.null(),
      z.literal('unknown'),
      z.object({
        id: z.string(),
        finishedAt: z.string(),
        rows: count,
        bytes: count,
        /** Images and archive files in the bucket at the time of the backup. */
        files: count,
        fileBytes: count,
      }),
    ]),
    jobs: z.array(z.object({ job: z.string(), doneAt: time, failedAt: time, failures: count })),
    /** The number of users whose password is hashed with a former PEPPER; signing in rehashes it. */
    formerPepper: count,
  })
  .register(z.globalRegistry, { id: 'Status' })
export type Status = z.infer<typeof Status>

/** `deep`: also the alerts that do not name a person. */
export const HealthQuery = z.strictObject({ deep: z.optional(z.literal('1')) })

export const Health = z
  .object({ ok: z.literal(true), answers: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'Health' })
