/** How the installation is: `GET /api/status`, for level 5. */
import * as z from 'zod/mini'

const count = z.int()
/** ISO 8601; null when it never happened. */
const time = z.nullable(z.string())

export const Status = z
  .object({
    at: z.string(),
    /** What somebody should look after, a sentence each with what to do. */
    alerts: z.array(z.object({ title: z.string(), advice: z.string() })),
    events: z.object({
      newest: time,
      /** Messages in the queue and its oldest, as far as the platform tells. */
      queued: z.nullable(count),
      queuedSince: time,
      inbox: count,
      inboxSince: time,
      dead: count,
    }),
    purges: z.object({ waiting: count, since: time }),
    /** Letters that are tried again, and dead letters with why the last of them failed. */
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
        /** Pictures and archive in the bucket, as the backup found them. */
        files: count,
        fileBytes: count,
      }),
    ),
    jobs: z.array(z.object({ job: z.string(), doneAt: time, failedAt: time, failures: count })),
    /** People whose password was hashed with a former PEPPER; each is hashed again when they sign in. */
    formerPepper: count,
  })
  .register(z.globalRegistry, { id: 'Status' })
export type Status = z.infer<typeof Status>

export const Health = z
  .object({ ok: z.literal(true), answers: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'Health' })
