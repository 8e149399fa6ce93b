/**
 * All tables of the databases: read and written page by page in key order, those with a `card_id` also by shard; and their
 * order in a backup, which leaves no dangling references.
 */

import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/failures.ts'
import {
  analyticsNames,
  configuredDatabases,
  databaseNamed,
  findMisplacedShards,
} from '../tracking/shards.ts'

/** `key` is the primary key, in order. */
export type Table = { name: string; columns: string[]; key: string[] }

/** A row as a JSON array of its columns, and its key. */
type RowText = { text: string; key: (string | number)[] }

const pageBytes = 1_000_000
const minRows = 50
const maxRows = 5000

// Excludes the platform's own tables, which may not be read.
const tablesSql = `select m.name as "table", c.name as "column", c.pk
  from (select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name <> 'sqlite_sequence') as m, pragma_table_info(m.name) as c
  order by m.name, c.cid`

/** Every table with a `card_id`, including tables that later migrations add. */
export async function listCardTables(db: D1Database): Promise<Table[]> {
  return (await listTables(db)).filter(hasCardId)
}

function hasCardId({ columns }: Table): boolean {
  return columns.includes('card_id')
}

export async function listTables(db: D1Database): Promise<Table[]> {
  const { results } = await db
    .prepare(tablesSql)
    .all<{ table: string; column: string; pk: number }>()
  return [...Map.groupBy(results, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ column }) => column),
  }))
}

/** All rows if `shards` is absent. */
type PageQuery = { table: Table; shards?: number[]; after?: RowText['key'] }

/** Pages of about a megabyte, after the key `after`. */
export async function* pagesOf(
  db: D1Database,
  { table, shards, after }: PageQuery,
): AsyncGenerator<RowText[]> {
  let last = after
  let size = minRows
  for (;;) {
    const { results } = await db
      .prepare(pageSql(table, { isAfter: last !== undefined }))
      .bind(JSON.stringify(shards ?? null), size, ...(last ?? []))
      .all<{ text: string; key: string; found: number }>()
    const rows = results.map(({ text, key }) => ({ text, key: JSON.parse(key) }))
    const found = results[0]?.found ?? 0
    if (rows.length > 0) yield rows
    if (found < size && rows.length === found) return
    last = rows.at(-1)?.key
    const average = rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length
    size = Math.max(minRows, Math.min(maxRows, Math.floor(pageBytes / average)))
  }
}

/** The key of the last row of these shards; undefined if there is none. */
export async function lastKey(
  db: D1Database,
  { table, shards }: PageQuery,
): Promise<RowText['key'] | undefined> {
  const row = await db
    .prepare(
      `select json_array(${table.key.map(quoted)}) as key from ${table.name} where ${isOf(table)}
      order by ${table.key.map((column) => `${column} desc`)} limit 1`,
    )
    .bind(JSON.stringify(shards ?? null))
    .first<{ key: string }>()
  return row ? JSON.parse(row.key) : undefined
}

// `?1` is the text `null` if no shards are given, or the table has no `card_id`.
function isOf(table: Table): string {
  return hasCardId(table)
    ? "(?1 = 'null' or card_id % 16 in (select value from json_each(?1)))"
    : '?1 is not null'
}

// Rows may be a thousand times as long as those before them, so their sizes are added up before their texts are read.
// `null` and a comma, or quotation marks and a comma, are up to five characters of JSON for each column.
function pageSql(table: Table, { isAfter }: { isAfter: boolean }): string {
  const { name, columns, key } = table
  const places = key.map((_, index) => `?${index + 3}`)
  const sizes = columns.map((column) => `coalesce(octet_length(${quoted(column)}), 0)`)
  const some = `select ${key}, ${sizes.join(' + ')} + ${5 * columns.length} as page_size from ${name}
    where ${isOf(table)} ${isAfter ? `and (${key}) > (${places})` : ''} order by ${key} limit ?2`
  const sized = `select ${key}, count(*) over () as found,
    sum(page_size) over (order by ${key} rows unbounded preceding) - page_size as before from (${some})`
  const isSame = key.map((column) => `page.${column} = stored.${column}`).join(' and ')
  const stored = (names: string[]) => names.map((column) => `stored.${quoted(column)}`)
  return `select json_array(${stored(columns)}) as text, json_array(${stored(key)}) as key, page.found
    from (${sized}) as page cross join ${name} as stored on ${isSame}
    where page.before < ${pageBytes} order by ${key.map((column) => `page.${column}`)}`
}

/** Writes the rows, replacing those with the same key. */
export async function writeRows(
  db: D1Database,
  { name, columns }: Table,
  rows: RowText[],
): Promise<void> {
  const values = columns.map((_, index) => `value ->> ${index}`)
  const statement = db.prepare(
    `insert or replace into ${name} (${columns.map(quoted)}) select ${values} from json_each(?1)`,
  )
  for (const part of inChunks(rows))
    await repeatable(() => statement.bind(`[${part.join()}]`).run())
}

/** Deletes the rows by their keys. */
export async function deleteRows(
  db: D1Database,
  { name, key }: Table,
  rows: RowText[],
): Promise<void> {
  const values = key.map((_, index) => `value ->> ${index}`)
  await repeatable(() =>
    db
      .prepare(`delete from ${name} where (${key}) in (select ${values} from json_each(?1))`)
      .bind(JSON.stringify(rows.map((row) => row.key)))
      .run(),
  )
}

/** Quotes a column name, which may be an SQL keyword. */
export function quoted(name: string): string {
  return `"${name}"`
}

// D1 allows 2 MB per value.
export function* inChunks(rows: RowText[]): Generator<string[]> {
  let part: string[] = []
  let size = 0
  for (const { text } of rows) {
    part.push(text)
    size += text.length
    if (size < pageBytes / 2) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}

/** Tables that can be recreated, would restore what was revoked, or must expire; all others are backed up. */
export const excludedTables: Record<string, string> = {
  d1_migrations: 'recreated by the migrations, which the manifest names',
  sessions: 'would restore sessions that have ended; everyone signs in again',
  sign_in_steps: 'expire within minutes',
  passkey_challenges: 'expire within minutes',
  reset_tokens: 'expire after an hour',
  email_verifications: 'expire after nine days; a new link can be sent',
  throttle: 'short-lived counters',
  user_words: 'derived from the users by triggers',
  entry_keys: 'derived from the form submissions by triggers',
  deleted_entries: 'would restore form submissions that were deleted',
  purge_outbox: 'the caches of a restored installation are empty',
  purge_budget: 'the caches of a restored installation are empty',
  mail_outbox: 'email of the last days, which would be sent again',
  mail_quota: 'state of the original installation',
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

type PlannedTable = Table & { database: string; shards: number[] | null }

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
