/** The status of the installation, for System Admins, and its problems, for any monitor. */

import type { Status } from '../../schema/operations/status.ts'
import type { Bindings } from '../env.ts'
import { countPhotosToMake } from '../images/image-store.ts'
import { database } from '../platform/database.ts'
import { readMailQuota } from '../platform/mail-quota.ts'
import { countFormerHashes } from '../platform/secrets.ts'
import { analyticsDatabases } from '../tracking/shards.ts'
import { type AlertState, decideAlerts, readSignals } from './alerts.ts'
import { bucketOf, lastBackup } from './backup/backup.ts'
import { jobs } from './cron.ts'
import { countWaiting, textOf } from './health.ts'
import { listJobs } from './leases.ts'

const cacheMs = 30_000
let cached: { at: number; problems: string[] } | undefined

/**
 * Returns the alerts that apply and those that cannot be checked, as sentences; read at most every 30 s per isolate,
 * because anyone may ask. Does not depend on the cron.
 */
export async function problemsOf(env: Bindings): Promise<string[]> {
  if (cached && Date.now() - cached.at < cacheMs) return cached.problems
  const states = decideAlerts(await readSignals(env), jobs).filter(({ isPrivate }) => !isPrivate)
  const problems = [
    ...states.filter(({ isCrossed }) => isCrossed).map(({ title }) => `${title}.`),
    ...unknownOf(states).map((title) => `Unknown: ${title}.`),
  ]
  cached = { at: Date.now(), problems }
  return problems
}

function unknownOf(states: AlertState[]): string[] {
  return states.flatMap(({ title, isCrossed }) => (isCrossed === undefined ? [title] : []))
}

/** Everything on the status page. What its database or bucket does not answer is `unknown`. */
export async function statusOf(env: Bindings): Promise<Status> {
  const [signals, newest, purges, mail, photosToMake, backup, rows] = await Promise.all([
    readSignals(env),
    newestViewOfAll(env).catch(() => unknown),
    countWaiting(env.DB, 'purge_outbox', 'changed_at'),
    mailOf(env),
    countPhotosToMake(database(env.DB)),
    backupOf(env).catch(() => unknown),
    listJobs(env),
  ])
  const states = decideAlerts(signals, jobs)
  return {
    at: new Date().toISOString(),
    alerts: states.flatMap(({ title, advice, isCrossed }) =>
      isCrossed ? [{ title, advice }] : [],
    ),
    unchecked: unknownOf(states),
    events: newest === unknown || !signals.backlog ? unknown : { newest, ...signals.backlog },
    purges: { waiting: purges.count, since: purges.since },
    mail,
    photosToMake,
    databases: signals.databases,
    backup,
    jobs: rows.map(({ job, doneAt, failedAt, failures }) => ({
      ...{ job, failures },
      doneAt: textOf(doneAt),
      failedAt: textOf(failedAt),
    })),
    formerPepper: await countFormerHashes(env),
  }
}

const unknown = 'unknown' as const

async function newestViewOfAll(env: Bindings): Promise<string | null> {
  return textOf(Math.max(...(await Promise.all(analyticsDatabases(env).map(newestView)))))
}

// Reads only the last row of each card, by key.
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

async function backupOf(env: Bindings): Promise<Exclude<Status['backup'], typeof unknown>> {
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

type MailRow = {
  waiting: number
  held: number
  dead: number
  since: number | null
  reason: string | null
}

/** Emails that wait, those among them that the provider's quota holds back, and dead letters. */
export async function mailOf(env: Bindings): Promise<Status['mail']> {
  const { sendable, pausedUntil } = await readMailQuota(env, Date.now())
  const row = await env.DB.prepare(
    `select count(*) - count(dead_at) as waiting, count(dead_at) as dead, min(iif(dead_at is null, made_at, null)) as since,
      count(iif(dead_at is null and purpose not in (select value from json_each(?)), 1, null)) as held,
      (select reason from mail_outbox where dead_at is not null order by dead_at desc limit 1) as reason from mail_outbox`,
  )
    .bind(JSON.stringify(sendable))
    .first<MailRow>()
  const { waiting = 0, held = 0, dead = 0, since = null, reason = null } = row ?? {}
  const heldUntil = held > 0 ? textOf(pausedUntil) : null
  return { waiting, since: textOf(since), held, heldUntil, dead, reason }
}
