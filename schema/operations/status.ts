/** Health of the installation: `GET /api/status`, for level 5. */
import * as z from 'zod/mini'

const count = z.int()
/** ISO 8601; null if it never happened. */
const time = z.nullable(z.string())

export const Status = z
  .object({
    at: z.string(),
    /** Problems that need attention, each with advice. */
    alerts: z.array(z.object({ title: z.string(), advice: z.string() })),
    events: z.object({
      newest: time,
      /** Queued messages and the time of the oldest, as far as the platform reports them. */
      queued: z.nullable(count),
      queuedSince: time,
      inbox: count,
      inboxSince: time,
      dead: count,
    }),
    purges: z.object({ waiting: count, since: time }),
    /** Emails awaiting a retry, and dead letters with the latest reason for failure. */
    mail: z.object({ waiting: count, since: time, dead: count, reason: z.nullable(z.string()) }),
    databases: z.array(
      z.object({ name: z.string(), bytes: z.nullable(count), migration: z.nullable(z.string()) }),
    ),
    backup: z.nullable(
      z.object({
        id: z.string(),
        finishedAt: z.string(),
        rows: count,
        bytes: count,
        /** Images and archive files in the bucket at the time of the backup. */
        files: count,
        fileBytes: count,
      }),
    ),
    jobs: z.array(z.object({ job: z.string(), doneAt: time, failedAt: time, failures: count })),
    /** Users whose password is hashed with a former PEPPER; it is rehashed when they sign in. */
    formerPepper: count,
  })
  .register(z.globalRegistry, { id: 'Status' })
export type Status = z.infer<typeof Status>

export const Health = z
  .object({ ok: z.literal(true), answers: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'Health' })
