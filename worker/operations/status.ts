/** The status of the installation, from its own records. */
import type { Status } from '../../schema/operations/status.ts'
import type { Bindings } from '../env.ts'
import { countFormerHashes } from '../platform/secrets.ts'
import { analyticsDatabases } from '../tracking/shards.ts'
import { decideAlerts, readSignals } from './alerts.ts'
import { backlogOf, countWaiting, databasesOf, mailOf, textOf } from './backlog.ts'
import { bucketOf, lastBackup } from './backup/backup.ts'
import { jobs } from './cron.ts'
import { listJobs } from './leases.ts'

export async function statusOf(env: Bindings): Promise<Status> {
  const [signals, newest, events, purges, mail, databases, backup, rows] = await Promise.all([
    readSignals(env),
    newestEvent(env),
    backlogOf(env),
    countWaiting(env.DB, 'purge_outbox', 'changed_at'),
    mailOf(env.DB),
    databasesOf(env),
    backupOf(env),
    listJobs(env),
  ])
  return {
    at: new Date().toISOString(),
    alerts: decideAlerts(signals, jobs).flatMap(({ title, advice, isCrossed }) =>
      isCrossed ? [{ title, advice }] : [],
    ),
    events: { newest, ...events },
    purges: { waiting: purges.count, since: purges.since },
    mail,
    databases,
    backup,
    jobs: rows.map(({ job, doneAt, failedAt, failures }) => ({
      ...{ job, failures },
      doneAt: textOf(doneAt),
      failedAt: textOf(failedAt),
    })),
    formerPepper: await countFormerHashes(env),
  }
}

async function newestEvent(env: Bindings): Promise<string | null> {
  return textOf(Math.max(...(await Promise.all(analyticsDatabases(env).map(newestView)))))
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
