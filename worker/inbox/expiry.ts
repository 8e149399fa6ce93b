/** Deletes form submissions, and the truncated IP addresses of their visitors, after their retention periods. */
import type { Bindings } from '../env.ts'
import type { StepContext } from '../platform/job-step.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'

const batchSize = 5000

/**
 * Step of a cron job: replaces IP addresses by `Unknown` after 30 days, and deletes submissions after 24 months, 5,000 of
 * each; `more` if there may be others. Idempotent.
 */
export async function expireSubmissions(
  { DB }: Bindings,
  { now }: Pick<StepContext, 'now'>,
): Promise<'more' | undefined> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  const some = (condition: string) =>
    `id in (select id from form_submissions where ${condition} limit ${batchSize})`
  const results = await DB.batch([
    DB.prepare(
      `update form_submissions set submitter_ip = 'Unknown' where ${some("timestamp < ? and submitter_ip <> 'Unknown'")}`,
    ).bind(before(retentionDays.addresses)),
    DB.prepare(`delete from form_submissions where ${some('timestamp < ?')}`).bind(
      before(retentionDays.submissions),
    ),
  ])
  return results.some(({ meta }) => meta.changes >= batchSize) ? 'more' : undefined
}
