/** Operational alerts: queries that should count zero rows, as listed in `docs/operate.md`. */

import type { Bindings } from '../env.ts'
import { analyticsDatabases } from '../events/shards.ts'

export type Alert = { title: string; in: 'DB' | 'ANALYTICS'; sql: string; advice: string }

export const alerts: Alert[] = [
  {
    title: 'Events wait in the inbox',
    in: 'ANALYTICS',
    sql: 'select count(*) as n from event_inbox where received_at < (unixepoch() - 600) * 1000',
    advice: 'They are counted as soon as the database takes them: look at the job drainInbox.',
  },
  {
    title: 'Events could not be recorded',
    in: 'ANALYTICS',
    sql: 'select count(*) as n from dead_events',
    advice: 'Nothing is lost: npm run events:replay records them again.',
  },
  {
    title: 'The cron stands still',
    in: 'DB',
    sql: "select count(*) as n from cron_jobs where job = 'drainInbox' and coalesce(done_at, started_at) < (unixepoch() - 600) * 1000",
    advice: 'See the cron triggers of the worker: it should run every minute.',
  },
  {
    title: 'A job fails again and again',
    in: 'DB',
    sql: 'select count(*) as n from cron_jobs where failures >= 3',
    advice: 'npx wrangler tail tells why; it is tried again every five minutes.',
  },
  {
    title: 'The last backup is older than two days',
    in: 'DB',
    sql: "select count(*) as n from cron_jobs where job = 'backUp' and coalesce(done_at, started_at) < (unixepoch() - 172800) * 1000",
    advice: 'npm run backup -- --remote makes one now.',
  },
  {
    title: 'Changed pages are not purged from the cache',
    in: 'DB',
    sql: 'select count(*) as n from purge_outbox where changed_at < (unixepoch() - 3600) * 1000',
    advice: 'Visitors may see them as they were: look at the job drainPurges.',
  },
  {
    title: 'Emails could not be sent',
    in: 'DB',
    sql: 'select count(*) as n from mail_outbox where dead_at is not null',
    advice:
      'They are not tried again. The reasons are in mail_outbox; whoever needs one can ask for it again.',
  },
  {
    title: 'Many sign-ins fail',
    in: 'DB',
    sql: 'select count(*) as n from throttle where count >= 10 and since > unixepoch() - 900',
    advice: 'Somebody may be guessing passwords; whoever knows theirs still gets in.',
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
