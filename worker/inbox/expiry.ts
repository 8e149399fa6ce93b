/** Deletes form submissions, and the truncated IP addresses of their visitors, after their retention periods. */
import { sql } from 'drizzle-orm'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { retentionDays, type StepContext } from '../platform/jobs.ts'
import { dayMs } from '../platform/time.ts'
import { deleteOldTombstones } from './entry-changes.ts'
import { separate } from './split-entries.ts'

const batchSize = 5000
// As `isApart`.
const apart =
  'merged_into is null and id not in (select merged_into from form_submissions where merged_into is not null)'

/**
 * Step of a cron job: replaces IP addresses by `Unknown` after 30 days, and deletes submissions after 24 months, 5,000 of
 * each, and tombstones after 400 days; what others took from them goes, too; `more` if there may be others. Idempotent.
 */
export async function expireSubmissions(
  { DB }: Bindings,
  { now }: Pick<StepContext, 'now'>,
): Promise<'more' | undefined> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  const some = (condition: string) =>
    `id in (select id from form_submissions where ${condition} limit ${batchSize})`
  const expired = sql`form_submissions.timestamp < ${before(retentionDays.submissions)}`
  const isMore = await separate(database(DB), expired, { once: true })
  const tombstones = await deleteOldTombstones(database(DB), now)
  const results = await DB.batch([
    DB.prepare(
      `update form_submissions set submitter_ip = 'Unknown' where ${some("timestamp < ? and submitter_ip <> 'Unknown'")}`,
    ).bind(before(retentionDays.addresses)),
    DB.prepare(`delete from form_submissions where ${some(`timestamp < ? and ${apart}`)}`).bind(
      before(retentionDays.submissions),
    ),
  ])
  const isFull = [...results, tombstones].some(({ meta }) => meta.changes >= batchSize)
  return isMore || isFull ? 'more' : undefined
}
