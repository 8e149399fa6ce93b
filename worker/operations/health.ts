/** The health of the installation: which stores respond, what waits in queues and tables, and the size of the databases. */

import type { Status } from '../../schema/operations/status.ts'
import type { Bindings } from '../env.ts'
import { withTimeout } from '../platform/failures.ts'
import { analyticsDatabases } from '../tracking/shards.ts'
import { databaseNames, databaseOf } from './tables.ts'

const timeoutMs = 2000
const cacheMs = 5000

type Health = { answers: string[]; silent: string[] }
let cached: { at: number; health: Health } | undefined

/** Which stores respond, checked at most every 5 s per isolate. */
export async function healthOf(env: Bindings): Promise<Health> {
  if (cached && Date.now() - cached.at < cacheMs) return cached.health
  const health = await checkStores(env)
  cached = { at: Date.now(), health }
  return health
}

/** Which stores respond, checked now. */
export async function checkStores(env: Bindings): Promise<Health> {
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

type Backlog = Omit<Exclude<Status['events'], 'unknown'>, 'newest'>

/** Events that are not recorded yet, and events that could not be recorded. */
export async function backlogOf(env: Bindings): Promise<Backlog> {
  const dbs = analyticsDatabases(env)
  const [inbox, dead, queue] = await Promise.all([
    Promise.all(dbs.map((db) => countWaiting(db, 'event_inbox', 'received_at'))),
    Promise.all(dbs.map((db) => countWaiting(db, 'dead_events', 'received_at'))),
    env.EVENTS.metrics().catch(() => undefined),
  ])
  const sinces = inbox.flatMap(({ since }) => since ?? [])
  return {
    queued: queue?.backlogCount ?? null,
    queuedSince: queue?.oldestMessageTimestamp?.toISOString() ?? null,
    inbox: sum(inbox),
    inboxSince: sinces.sort()[0] ?? null,
    dead: sum(dead),
  }
}

type Waiting = { count: number; since: string | null }

/** The number of rows in a table, and the time of the oldest. */
export async function countWaiting(
  db: D1Database,
  table: string,
  column: string,
): Promise<Waiting> {
  const row = await db
    .prepare(`select count(*) as count, min(${column}) as since from ${table}`)
    .first<{ count: number; since: number | null }>()
  return { count: row?.count ?? 0, since: textOf(row?.since ?? null) }
}

/** The size and newest migration of each database; null for one that does not respond. */
export async function databasesOf(env: Bindings): Promise<Status['databases']> {
  return Promise.all(
    databaseNames(env).map(async (name) => {
      const answer = await databaseOf(env, name)
        .prepare('select name from d1_migrations order by id desc limit 1')
        .all<{ name: string }>()
        .catch(() => undefined)
      const bytes = answer?.meta.size_after ?? null
      return { name, bytes, migration: answer?.results[0]?.name ?? null }
    }),
  )
}

function sum(all: Waiting[]): number {
  return all.reduce((total, { count }) => total + count, 0)
}

/** ISO 8601; null for no time. */
export function textOf(at: number | null): string | null {
  return at ? new Date(at).toISOString() : null
}
