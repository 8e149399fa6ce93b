/** Deletes form submissions, and the truncated IP addresses of their visitors, after their retention periods. */
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'

/** Cron job: replaces IP addresses by `Unknown` after 30 days, and deletes submissions after 24 months. Idempotent. */
export async function expireSubmissions({ DB }: Bindings, now = Date.now()): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  await DB.batch([
    DB.prepare(
      "update form_submissions set submitter_ip = 'Unknown' where timestamp < ? and submitter_ip <> 'Unknown'",
    ).bind(before(retentionDays.addresses)),
    DB.prepare('delete from form_submissions where timestamp < ?').bind(
      before(retentionDays.submissions),
    ),
  ])
}
