/** The status of the installation, from its own records. */
import type { Status } from '../../schema/status.ts'
import type { Bindings } from '../env.ts'
import { hasDeadLetterObjects } from '../events/dead-letters.ts'
import { analyticsDatabases } from '../events/shards.ts'
import { countFormerHashes } from '../platform/peppers.ts'
import { withTimeout } from '../platform/timeout.ts'
import { firing } from './alerts.ts'
import { bucketOf, lastBackup } from './backup/backup.ts'
import { databaseNames, databaseOf } from './backup/tables.ts'
import { listJobs } from './leases.ts'

/** D1 allows 10 GB per database; this is the alert threshold. */
const alertBytes = 6_000_000_000
/** The age of the oldest queued message at which the alert fires, in milliseconds. */
const alertQueueMs = 600_000

const queueAlert = {
  title: 'Events have been waiting in the queue for more than 10 minutes',
  advice:
    'Nothing is lost. They are counted within half an hour of every analytics database accepting writes again.',
}
const storedAlert = {
  title: 'Events are waiting in the bucket, because a database accepted none for 20 hours',
  advice:
    'Nothing is lost. They are counted within minutes of every analytics database accepting writes again. Check their size.',
}

export async function statusOf(env: Bindings): Promise<Status> {
  const [alerts, isStored, events, purges, mail, databases, backup, jobs] = await Promise.all([
    firing(env),
    hasDeadLetterObjects(env),
    eventsOf(env),
    backlog(env.DB, 'purge_outbox', 'changed_at'),
    mailOf(env.DB),
    databasesOf(env),
    backupOf(env),
    listJobs(env),
  ])
  const full = databases.filter(({ bytes }) => (bytes ?? 0) > alertBytes)
  return {
    at: new Date().toISOString(),
    alerts: [
      ...alerts.map(({ title, advice }) => ({ title, advice })),
      ...(Date.now() - Date.parse(events.queuedSince ?? '') > alertQueueMs ? [queueAlert] : []),
      ...(isStored ? [storedAlert] : []),
      ...full.map(({ name }) => ({
        title: `${name} is using more than 6 of its 10 GB`,
        advice: 'See docs/scale.md to spread cards over several databases.',
      })),
    ],
    events,
    purges: { waiting: purges.count, since: purges.since },
    mail,
    databases,
    backup,
    jobs: jobs.map(({ job, doneAt, failedAt, failures }) => ({
      ...{ job, failures },
      doneAt: textOf(doneAt),
      failedAt: textOf(failedAt),
    })),
    formerPepper: await countFormerHashes(env),
  }
}

async function eventsOf(env: Bindings): Promise<Status['events']> {
  const dbs = analyticsDatabases(env)
  const [newest, inbox, dead, queue] = await Promise.all([
    Promise.all(dbs.map(newestView)),
    Promise.all(dbs.map((db) => backlog(db, 'event_inbox', 'received_at'))),
    Promise.all(dbs.map((db) => backlog(db, 'dead_events', 'received_at'))),
    env.EVENTS.metrics().catch(() => undefined),
  ])
  const sinces = inbox.flatMap(({ since }) => since ?? [])
  return {
    newest: textOf(Math.max(...newest)),
    queued: queue?.backlogCount ?? null,
    queuedSince: queue?.oldestMessageTimestamp?.toISOString() ?? null,
    inbox: sum(inbox),
    inboxSince: sinces.sort()[0] ?? null,
    dead: sum(dead),
  }
}

// Uses the key of each card: reads only the last row of each.
async function newestView(db: D1Database): Promise<number> {
  const at = await db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_views
         union all select (select min(card_id) from card_views where card_id > cards.id) from cards where id is not null)
       select max((select max(timestamp) from card_views where card_id = cards.id)) as at from cards`,
    )
    .first<number>('at')
  return at ?? 0
}

type Backlog = { count: number; since: string | null }

async function backlog(db: D1Database, table: string, column: string): Promise<Backlog> {
  const row = await db
    .prepare(`select count(*) as count, min(${column}) as since from ${table}`)
    .first<{ count: number; since: number | null }>()
  return { count: row?.count ?? 0, since: textOf(row?.since ?? null) }
}

async function mailOf(db: D1Database): Promise<Status['mail']> {
  const row = await db
    .prepare(
      `select count(*) - count(dead_at) as waiting, count(dead_at) as dead, min(iif(dead_at is null, made_at, null)) as since,
        (select reason from mail_outbox where dead_at is not null order by dead_at desc limit 1) as reason from mail_outbox`,
    )
    .first<{ waiting: number; dead: number; since: number | null; reason: string | null }>()
  const { waiting = 0, dead = 0, since = null, reason = null } = row ?? {}
  return { waiting, since: textOf(since), dead, reason }
}

async function databasesOf(env: Bindings): Promise<Status['databases']> {
  return Promise.all(
    databaseNames(env).map(async (name) => {
      const { results, meta } = await databaseOf(env, name)
        .prepare('select name from d1_migrations order by id desc limit 1')
        .all<{ name: string }>()
      return { name, bytes: meta.size_after ?? null, migration: results[0]?.name ?? null }
    }),
  )
}

async function backupOf(env: Bindings): Promise<Status['backup']> {
  const manifest = await lastBackup(bucketOf(env))
  if (!manifest) return null
  const { id, finishedAt, tables, files } = manifest
  const parts = [...tables, files].flatMap((each) => each.parts)
  return {
    ...{ id, finishedAt },
    rows: tables.reduce((total, table) => total + table.rows, 0),
    bytes: parts.reduce((total, part) => total + part.bytes, 0),
    files: files.count,
    fileBytes: files.bytes,
  }
}

function sum(all: Backlog[]): number {
  return all.reduce((total, { count }) => total + count, 0)
}

function textOf(at: number | null): string | null {
  return at ? new Date(at).toISOString() : null
}

// Health: whether the stores respond, checked at most every 5 s per isolate.

const timeoutMs = 2000
const cacheMs = 5000

type Health = { answers: string[]; silent: string[] }
let cached: { at: number; health: Health } | undefined

export async function healthOf(env: Bindings): Promise<Health> {
  if (cached && Date.now() - cached.at < cacheMs) return cached.health
  const health = await checkStores(env)
  cached = { at: Date.now(), health }
  return health
}

async function checkStores(env: Bindings): Promise<Health> {
  const checks: [string, Promise<unknown>][] = [
    ...databaseNames(env).map((name): [string, Promise<unknown>] => [
      name,
      databaseOf(env, name).prepare('select 1').first(),
    ]),
    ['MEDIA', env.MEDIA.head('healthz')],
  ]
  const answered = await Promise.all(checks.map(([, answer]) => respondsInTime(answer)))
  const names = checks.map(([name]) => name)
  return {
    answers: names.filter((_, index) => answered[index]),
    silent: names.filter((_, index) => !answered[index]),
  }
}

function respondsInTime(answer: Promise<unknown>): Promise<boolean> {
  return withTimeout(timeoutMs, answer).then(
    () => true,
    () => false,
  )
}
