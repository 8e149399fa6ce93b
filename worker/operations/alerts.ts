/** Operational alerts, as listed in `docs/operate.md`: queries that should count zero rows, and thresholds. */

import { jobOfKey } from '../../schema/operations/status.ts'
import type { Bindings } from '../env.ts'
import { hasDeadLetterObjects } from '../tracking/dead-letters.ts'
import { analyticsDatabases } from '../tracking/shards.ts'
import { backlogOf, databasesOf } from './backlog.ts'
import { checkStores } from './health.ts'
import { isOverdue, type JobRow, listJobs, type Schedule } from './leases.ts'

/** `sql` returns the query; `now` is SQL for the time in seconds, such as `unixepoch()`. */
type Alert = {
  title: string
  in: 'DB' | 'ANALYTICS'
  sql: (now: string) => string
  advice: string
}

export const alerts: Alert[] = [
  {
    title: 'Events are waiting in the inbox',
    in: 'ANALYTICS',
    sql: (now) => `select count(*) as n from event_inbox where received_at < (${now} - 600) * 1000`,
    advice: 'They will be counted when the database accepts them. Check the drainInbox job.',
  },
  {
    title: 'Events could not be recorded',
    in: 'ANALYTICS',
    sql: () => 'select count(*) as n from dead_events',
    advice: 'Nothing is lost. Run npm run events:replay to record them.',
  },
  {
    title: 'Cron is not running',
    in: 'DB',
    sql: (now) =>
      `select count(*) as n from cron_jobs where job = 'drainInbox' and started_at < (${now} - 600) * 1000`,
    advice: "Check the worker's cron triggers. It should run every minute.",
  },
  {
    title: 'A job keeps failing',
    in: 'DB',
    sql: () => 'select count(*) as n from cron_jobs where failures >= 3',
    advice: 'Run npm run wrangler -- tail to see why. It is retried within five minutes.',
  },
  {
    title: 'The last backup is older than two days',
    in: 'DB',
    sql: (now) =>
      `select count(*) as n from cron_jobs where job = 'backUp' and coalesce(done_at, started_at) < (${now} - 172800) * 1000`,
    advice: 'Run npm run backup -- --remote to make one now.',
  },
  {
    title: 'Changed pages are not being purged from the cache',
    in: 'DB',
    sql: (now) =>
      `select count(*) as n from purge_outbox where changed_at < (${now} - 3600) * 1000`,
    advice: 'Visitors may see old versions. Check the drainPurges job.',
  },
  {
    title: 'Emails could not be sent',
    in: 'DB',
    sql: () => 'select count(*) as n from mail_outbox where dead_at is not null',
    advice:
      'They will not be retried. The reasons are in mail_outbox. Recipients can request a new email.',
  },
  {
    title: 'Many sign-ins are failing',
    in: 'DB',
    sql: (now) =>
      `select count(*) as n from (select user_id from audit_log where action = 'sign-in-failed' and at > strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, 'unixepoch', '-15 minutes') group by user_id, network having sum(count) >= 10)`,
    advice: 'Someone may be guessing passwords. People with the right password can still sign in.',
  },
]

/** A condition and whether it applies; undefined if that cannot be told now. */
export type AlertState = { title: string; advice: string; isCrossed: boolean | undefined }

/** What the alerts are decided by; undefined is what could not be read. */
export type Signals = {
  /** Whether each query of `alerts` counts a row. */
  queries: (boolean | undefined)[]
  stores: Awaited<ReturnType<typeof checkStores>>
  backlog: Awaited<ReturnType<typeof backlogOf>> | undefined
  hasStored: boolean | undefined
  databases: Awaited<ReturnType<typeof databasesOf>> | undefined
  jobs: JobRow[] | undefined
}

/** Reads every signal. Never throws: one that fails hides no other. */
export async function readSignals(env: Bindings, now = Date.now()): Promise<Signals> {
  const [queries, stores, backlog, hasStored, databases, jobs] = await Promise.all([
    Promise.all(alerts.map((alert) => countsAny(env, alert, now).catch(() => undefined))),
    checkStores(env),
    backlogOf(env).catch(() => undefined),
    hasDeadLetterObjects(env).catch(() => undefined),
    databasesOf(env).catch(() => undefined),
    listJobs(env).catch(() => undefined),
  ])
  return { queries, stores, backlog, hasStored, databases, jobs }
}

// The time is that of the worker, which also wrote the times in the rows.
async function countsAny(env: Bindings, { in: place, sql }: Alert, now: number): Promise<boolean> {
  const dbs = place === 'DB' ? [env.DB] : analyticsDatabases(env)
  const query = sql(String(Math.floor(now / 1000)))
  const counts = await Promise.all(dbs.map((db) => db.prepare(query).first<number>('n')))
  return counts.some((n) => (n ?? 0) > 0)
}

/** The thresholds of the alerts without a query. */
const thresholds = {
  /** D1 allows 10 GB per database. */
  databaseBytes: 6_000_000_000,
  /** The age of the oldest queued message. */
  queueMs: 600_000,
}

/** Decides every alert. `schedules` has the cron jobs by name. */
export function decideAlerts(
  { queries, stores, backlog, hasStored, databases, jobs }: Signals,
  schedules: Record<string, { rhythm: Schedule }>,
  now = Date.now(),
): AlertState[] {
  return [
    ...[...stores.answers, ...stores.silent].map((name) => ({
      title: `${name} is not responding`,
      advice: 'See cloudflarestatus.com. Cards that were opened before are served from caches.',
      isCrossed: stores.silent.includes(name),
    })),
    ...alerts.map(({ title, advice }, index) => ({ title, advice, isCrossed: queries[index] })),
    ...queueAlerts({ backlog, hasStored }, now),
    {
      title: 'A job did not finish',
      advice: 'See when each job last ran on the status page. It starts again by itself.',
      isCrossed: jobs?.some((row) => {
        const schedule = schedules[jobOfKey(row.job)]
        return schedule && isOverdue(row, schedule.rhythm, now)
      }),
    },
    ...(databases ?? []).map(({ name, bytes }) => ({
      title: `${name} is using more than 6 of its 10 GB`,
      advice: 'See docs/scale.md to spread cards over several databases.',
      isCrossed: bytes === null ? undefined : bytes > thresholds.databaseBytes,
    })),
  ]
}

function queueAlerts(
  { backlog, hasStored }: Pick<Signals, 'backlog' | 'hasStored'>,
  now: number,
): AlertState[] {
  const isKnown = backlog && backlog.queued !== null
  const waitingMs = now - Date.parse(backlog?.queuedSince ?? '')
  return [
    {
      title: 'Events have been waiting in the queue for more than 10 minutes',
      advice:
        'Nothing is lost. They are counted within half an hour of every analytics database accepting writes again.',
      isCrossed: isKnown && waitingMs > thresholds.queueMs,
    },
    {
      title: 'Events are waiting in the bucket, because a database accepted none for 20 hours',
      advice:
        'Nothing is lost. They are counted within minutes of every analytics database accepting writes again. Check their size.',
      isCrossed: hasStored,
    },
  ]
}
