/** Operational alerts: queries that should count zero rows, as listed in `docs/operate.md`. */

import type { Bindings } from '../env.ts'
import { analyticsDatabases } from '../events/shards.ts'

export type Alert = { title: string; in: 'DB' | 'ANALYTICS'; sql: string; advice: string }

export const alerts: Alert[] = [
  {
    title: 'Events are waiting in the inbox',
    in: 'ANALYTICS',
    sql: 'select count(*) as n from event_inbox where received_at < (unixepoch() - 600) * 1000',
    advice: 'They will be counted when the database accepts them. Check the drainInbox job.',
  },
  {
    title: 'Events could not be recorded',
    in: 'ANALYTICS',
    sql: 'select count(*) as n from dead_events',
    advice: 'Nothing is lost. Run npm run events:replay to record them.',
  },
  {
    title: 'Cron is not running',
    in: 'DB',
    sql: "select count(*) as n from cron_jobs where job = 'drainInbox' and coalesce(done_at, started_at) < (unixepoch() - 600) * 1000",
    advice: "Check the worker's cron triggers. It should run every minute.",
  },
  {
    title: 'A job keeps failing',
    in: 'DB',
    sql: 'select count(*) as n from cron_jobs where failures >= 3',
    advice: 'Run npm run wrangler -- tail to see why. It is retried every five minutes.',
  },
  {
    title: 'The last backup is older than two days',
    in: 'DB',
    sql: "select count(*) as n from cron_jobs where job = 'backUp' and coalesce(done_at, started_at) < (unixepoch() - 172800) * 1000",
    advice: 'Run npm run backup -- --remote to make one now.',
  },
  {
    title: 'Changed pages are not being purged from the cache',
    in: 'DB',
    sql: 'select count(*) as n from purge_outbox where changed_at < (unixepoch() - 3600) * 1000',
    advice: 'Visitors may see old versions. Check the drainPurges job.',
  },
  {
    title: 'Emails could not be sent',
    in: 'DB',
    sql: 'select count(*) as n from mail_outbox where dead_at is not null',
    advice:
      'They will not be retried. The reasons are in mail_outbox. Recipients can request a new email.',
  },
  {
    title: 'Many sign-ins are failing',
    in: 'DB',
    sql: 'select count(*) as n from throttle where count >= 10 and since > unixepoch() - 900',
    advice: 'Someone may be guessing passwords. People with the right password can still sign in.',
  },
]

/** The alerts that apply now. */
export async function firing(env: Bindings): Promise<Alert[]> {
  const counts = await Promise.all(
    alerts.map(async ({ in: place, sql }) => {
      const dbs = place === 'DB' ? [env.DB] : analyticsDatabases(env)
      return Promise.all(dbs.map((db) => db.prepare(sql).first<number>('n')))
    }),
  )
  return alerts.filter((_, index) => counts[index]?.some((n) => (n ?? 0) > 0))
}
