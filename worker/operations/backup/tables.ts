/** The tables of a backup, in an order that leaves no dangling references. */

import type { Bindings } from '../../env.ts'
import {
  analyticsNames,
  configuredDatabases,
  databaseNamed,
  findMisplacedShards,
} from '../../tracking/shards.ts'
import { hasCardId, listTables, type Table } from '../table-pages.ts'

/** Tables that can be recreated, would restore what was revoked, or must expire; all others are backed up. */
export const excludedTables: Record<string, string> = {
  d1_migrations: 'recreated by the migrations, which the manifest names',
  sessions: 'would restore sessions that have ended; everyone signs in again',
  sign_in_steps: 'expire within minutes',
  passkey_challenges: 'expire within minutes',
  reset_tokens: 'expire after an hour',
  email_verifications: 'expire after three days; a new link can be sent',
  throttle: 'short-lived counters',
  user_words: 'derived from the users by triggers',
  entry_keys: 'derived from the form submissions by triggers',
  deleted_entries: 'would restore form submissions that were deleted',
  purge_outbox: 'the caches of a restored installation are empty',
  purge_budget: 'the caches of a restored installation are empty',
  mail_outbox: 'email of the last day, which would be sent again',
  receipt_mails: 'counters of two days, and email that would be sent again',
  cron_jobs: 'state of the original installation',
  alert_states: 'state of the original installation',
  visitor_salts: 'deleted 48 hours after their day began, everywhere',
}

/** Early: rows that move on to other tables. Late: tables that others reference during the backup. */
const early = ['event_inbox', 'dead_events', 'form_submissions', 'template_job_cards']
const late = [
  ...['slug_history', 'uploads', 'card_templates', 'users'],
  ...['late_events', 'card_visitors', 'card_days', 'card_fortnights', 'share_point_days'],
  'archive_days',
]

export type PlannedTable = Table & { database: string; shards: number[] | null }

/** Every table of every database except those left out; referencing tables come before those they reference. */
export async function planTables(env: Bindings): Promise<PlannedTable[]> {
  if ((await findMisplacedShards(env)).size > 0)
    throw new Error('Cards are being moved; finish npm run reshard first')
  const planned: PlannedTable[] = []
  for (const name of databaseNames(env)) {
    const tables = (await listTables(databaseOf(env, name))).filter(
      (each) => !excludedTables[each.name],
    )
    const shards = name === 'DB' ? null : shardsIn(env, name)
    for (const table of tables.sort((a, b) => placeOf(a) - placeOf(b)))
      planned.push({ ...table, database: name, shards: hasCardId(table) ? shards : null })
  }
  return planned
}

function placeOf({ name }: Table): number {
  if (early.includes(name)) return early.indexOf(name) - early.length
  // Every table of the app references users, and many reference cards.
  if (name === 'business_cards') return 1
  return late.includes(name) ? 2 + late.indexOf(name) : 0
}

export function databaseNames(env: Bindings): string[] {
  return ['DB', ...analyticsNames(env)]
}

export function databaseOf(env: Bindings, name: string): D1Database {
  return name === 'DB' ? env.DB : databaseNamed(env, name)
}

function shardsIn(env: Bindings, name: string): number[] {
  return configuredDatabases(env).flatMap((home, shard) => (home === name ? [shard] : []))
}

export async function migrationsOf(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare('select name from d1_migrations order by id')
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}
