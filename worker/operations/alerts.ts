/**
 * Operational alerts, as listed in `docs/operate.md`: queries that should count zero rows, and thresholds. Operators get an
 * email when an alert has been active for five minutes, and another when it has been over for five.
 */

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { jobOfKey } from '../../schema/operations/status.ts'
import { alertStates } from '../../schema/operations/tables.ts'
import { screens } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { among, type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { canSendMail, type Mail, prepareMail, sendPrepared, storeMail } from '../platform/mail.ts'
import { minuteMs } from '../platform/time.ts'
import { hasDeadLetterObjects } from '../tracking/dead-letters.ts'
import { analyticsDatabases } from '../tracking/shards.ts'
import { backlogOf, checkStores, databasesOf } from './health.ts'
import { isOverdue, type JobRow, listJobs, type Schedule } from './leases.ts'

/** `sql` returns the query; `now` is SQL for the time in seconds, such as `unixepoch()`. */
type Alert = {
  title: string
  in: 'DB' | 'ANALYTICS'
  sql: (now: string) => string
  advice: string
  /** Only for operators. */
  isPrivate?: true
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
    title: 'Emails have been waiting for more than a day',
    in: 'DB',
    sql: (now) =>
      `select count(*) as n from mail_outbox where dead_at is null and made_at < (${now} - 86400) * 1000`,
    advice:
      'The status page says why. If the quota of the email provider is too small, ask for a higher one: docs/deploy.md, Quotas.',
  },
  {
    title: 'Many sign-ins are failing',
    in: 'DB',
    sql: (now) =>
      `select count(*) as n from (select user_id from audit_log where action = 'sign-in-failed' and at > strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, 'unixepoch', '-15 minutes') group by user_id, network having sum(count) >= 10)`,
    advice: 'Someone may be guessing passwords. People with the right password can still sign in.',
    isPrivate: true,
  },
]

/** A condition, and whether it applies; undefined if that is unknown now. */
export type AlertState = Pick<Alert, 'title' | 'advice' | 'isPrivate'> & {
  isCrossed: boolean | undefined
}

/** What `decideAlerts` reads. A signal that could not be read is undefined. */
export type Signals = {
  /** Whether each query of `alerts` counts a row. */
  queries: (boolean | undefined)[]
  stores: Awaited<ReturnType<typeof checkStores>>
  backlog: Awaited<ReturnType<typeof backlogOf>> | undefined
  hasStored: boolean | undefined
  databases: Awaited<ReturnType<typeof databasesOf>>
  jobs: JobRow[] | undefined
}

/** Reads every signal. Never throws: a signal that fails is undefined. */
export async function readSignals(env: Bindings, now = Date.now()): Promise<Signals> {
  const [queries, stores, backlog, hasStored, databases, jobs] = await Promise.all([
    Promise.all(alerts.map((alert) => countsAny(env, alert, now).catch(() => undefined))),
    checkStores(env),
    backlogOf(env).catch(() => undefined),
    hasDeadLetterObjects(env).catch(() => undefined),
    databasesOf(env),
    listJobs(env).catch(() => undefined),
  ])
  return { queries, stores, backlog, hasStored, databases, jobs }
}

// Uses the clock of the worker, which also wrote the times in the rows.
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

/** The cron jobs by name. */
type Schedules = Record<string, { rhythm: Schedule }>

/** Decides which alerts are crossed. */
export function decideAlerts(
  { queries, stores, backlog, hasStored, databases, jobs }: Signals,
  schedules: Schedules,
  now = Date.now(),
): AlertState[] {
  return [
    ...[...stores.answers, ...stores.silent].map((name) => ({
      title: `${name} is not responding`,
      advice: 'See cloudflarestatus.com. Cards that were opened before are served from caches.',
      isCrossed: stores.silent.includes(name),
    })),
    ...alerts.map(({ title, advice, isPrivate }, index) => ({
      ...{ title, advice, isPrivate },
      isCrossed: queries[index],
    })),
    ...queueAlerts({ backlog, hasStored }, now),
    {
      title: 'A job did not finish',
      advice: 'See when each job last ran on the status page. It starts again by itself.',
      isCrossed: jobs?.some((row) => {
        const schedule = schedules[jobOfKey(row.job)]
        return schedule && isOverdue(row, schedule.rhythm, now)
      }),
    },
    ...databases.map(({ name, bytes }) => ({
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
  const { queued = null, queuedSince } = backlog ?? {}
  const waitingMs = now - Date.parse(queuedSince ?? '')
  return [
    {
      title: 'Events have been waiting in the queue for more than 10 minutes',
      advice:
        'Nothing is lost. They are counted within half an hour of every analytics database accepting writes again.',
      isCrossed: queued === null ? undefined : waitingMs > thresholds.queueMs,
    },
    {
      title: 'Events are waiting in the bucket, because a database accepted none for 20 hours',
      advice:
        'Nothing is lost. They are counted within minutes of every analytics database accepting writes again. Check their size.',
      isCrossed: hasStored,
    },
  ]
}

const holdMs = 5 * minuteMs
const maxRecipients = 20

type Row = typeof alertStates.$inferSelect

/**
 * Cron job, every minute: decides the alerts and emails what changed. The email goes into the outbox in the transaction that
 * changes the state of its alerts, so each is sent once, whatever else runs.
 */
export async function checkAlerts(
  env: Bindings,
  schedules: Schedules,
  now = Date.now(),
): Promise<void> {
  const db = database(env.DB)
  const states = decideAlerts(await readSignals(env, now), schedules, now)
  const steps = stepsOf(states, await db.select().from(alertStates).all(), now)
  const titlesOf = (step: Step) => steps.flatMap(([title, each]) => (each === step ? [title] : []))
  if (steps.some(([, step]) => step !== 'begin' && step !== 'end'))
    await repeatable(() =>
      db.batch([
        db
          .insert(alertStates)
          .select(
            sql`select value as title, ${now} as since, null as sent_at, null as clear_since
            from json_each(${JSON.stringify(titlesOf('start'))}) where true`,
          )
          .onConflictDoNothing(),
        db.delete(alertStates).where(and(hasTitle(titlesOf('drop')), isNull(alertStates.sentAt))),
        db
          .update(alertStates)
          .set({ clearSince: now })
          .where(and(hasTitle(titlesOf('clear')), isNull(alertStates.clearSince))),
        db
          .update(alertStates)
          .set({ clearSince: null })
          .where(hasTitle(titlesOf('resume'))),
      ]),
    )
  await announce(env, { change: 'began', titles: titlesOf('begin'), states, now })
  await announce(env, { change: 'ended', titles: titlesOf('end'), states, now })
}

/**
 * `start`: the alert is crossed; `begin`: for five minutes, so an email is sent; `drop`: it is over before that. After the
 * email, `clear`: it is over; `resume`: it is crossed again; `end`: over for five minutes, so an email is sent.
 */
type Step = 'start' | 'resume' | 'begin' | 'drop' | 'clear' | 'end'

function stepsOf(states: AlertState[], rows: Row[], now: number): [title: string, step: Step][] {
  const known = new Map(states.map(({ title, isCrossed }) => [title, { isCrossed }]))
  const rowOf = new Map(rows.map((row) => [row.title, row]))
  return [...new Set([...known.keys(), ...rowOf.keys()])].flatMap((title) => {
    const row = rowOf.get(title)
    // An alert that no longer exists, such as one for a former database, is over.
    const { isCrossed } = known.get(title) ?? { isCrossed: false }
    const step = isCrossed ? stepOfCrossed(row, now) : isCrossed === false && stepOfOver(row, now)
    return step ? [[title, step] as const] : []
  })
}

function stepOfCrossed(row: Row | undefined, now: number): Step | undefined {
  if (!row) return 'start'
  if (row.clearSince !== null) return 'resume'
  return row.sentAt === null && now - row.since >= holdMs ? 'begin' : undefined
}

function stepOfOver(row: Row | undefined, now: number): Step | undefined {
  if (!row) return undefined
  if (row.sentAt === null) return 'drop'
  if (row.clearSince === null) return 'clear'
  return now - row.clearSince >= holdMs ? 'end' : undefined
}

type News = { change: 'began' | 'ended'; titles: string[]; states: AlertState[]; now: number }

// Does nothing if another run has changed one of these states meanwhile: the next run decides again.
async function announce(env: Bindings, { change, titles, states, now }: News): Promise<void> {
  if (titles.length === 0) return
  const db = database(env.DB)
  const told = titles.map(
    (title) => states.find((state) => state.title === title) ?? { title, advice: '' },
  )
  const recipients = canSendMail(env) ? await listRecipients(env, db) : []
  const mails = await Promise.all(
    recipients.map((to) => prepareMail(env, alertEmail(env, { to, change, alerts: told }))),
  )
  const pending = and(
    hasTitle(titles),
    change === 'began' ? isNull(alertStates.sentAt) : isNotNull(alertStates.clearSince),
  )
  const isUnchanged = sql`(select count(*) from ${alertStates} where ${pending}) = ${titles.length}`
  const [changing] = await db.batch([
    db.select({ title: alertStates.title }).from(alertStates).where(and(pending, isUnchanged)),
    ...mails.map((mail) => storeMail(db, mail, isUnchanged)),
    change === 'began'
      ? db.update(alertStates).set({ sentAt: now }).where(and(pending, isUnchanged))
      : db.delete(alertStates).where(and(pending, isUnchanged)),
  ])
  if (changing.length > 0) await Promise.all(mails.map((mail) => sendPrepared(env, mail)))
}

/** `ALERT_EMAIL`; if it is empty, every System Admin with a confirmed address. */
async function listRecipients({ ALERT_EMAIL }: Bindings, db: Db): Promise<string[]> {
  if (ALERT_EMAIL) return [ALERT_EMAIL]
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.accessLevel, 5), isNull(users.deletedAt), isNotNull(users.emailVerifiedAt)))
    .orderBy(users.id)
    .limit(maxRecipients)
    .all()
  return [...new Set(rows.map(({ email }) => email))]
}

function hasTitle(titles: string[]): SQL {
  return sql`${alertStates.title} in ${among(titles)}`
}

type AlertChange = {
  to: string
  change: 'began' | 'ended'
  alerts: { title: string; advice: string }[]
}

/** One email for all alerts that began, or ended, in the same minute. */
function alertEmail(env: Bindings, { to, change, alerts }: AlertChange): Mail {
  const [first, ...others] = alerts
  const what = others.length > 0 ? `${alerts.length} alerts` : `${first?.title}`
  const subject = change === 'began' ? what : `Resolved: ${what}`
  const text = {
    began: [
      `These alerts have been active for five minutes at ${nameOf(env)}:`,
      ...alerts.map(({ title, advice }) => `${title}.\n${advice}`),
    ],
    ended: [
      `These alerts ended five minutes ago at ${nameOf(env)}:`,
      ...alerts.map(({ title }) => `${title}.`),
    ],
  }[change]
  const link = env.PUBLIC_ORIGIN && `${env.PUBLIC_ORIGIN}${screens.status.path}`
  return {
    to,
    kind: 'alert',
    subject: `${env.PRODUCT_NAME}: ${subject}`,
    text: [...text, ...(link ? [link] : [])].join('\n\n'),
  }
}

function nameOf({ PUBLIC_ORIGIN, PRODUCT_NAME }: Bindings): string {
  return PUBLIC_ORIGIN || PRODUCT_NAME
}
