/** Snapshots of all stored data: take, restore and compare. Only tests import this. */
import { env } from 'cloudflare:workers'
import { isFailure } from '../../schema/users/audit.ts'
import { analyticsDatabases } from '../tracking/shards.ts'

type Row = Record<string, string | number | null>
type Table = { name: string; columns: string[]; rows: Row[] }
type Snapshot = { tables: Map<D1Database, Table[]>; files: Map<string, ArrayBuffer> }

const databases = [env.DB, env.ANALYTICS]
// Triggers on other tables write to these.
const triggerTables = [
  'user_words',
  'entry_changes',
  'entry_keys',
  'purge_outbox',
  'sqlite_sequence',
]

/** Copies all rows and files. */
export async function takeSnapshot(): Promise<Snapshot> {
  const tables = new Map<D1Database, Table[]>()
  for (const db of databases) tables.set(db, await read(db))
  const files = new Map<string, ArrayBuffer>()
  for (const key of await keys()) {
    const object = await env.MEDIA.get(key)
    if (object) files.set(key, await object.arrayBuffer())
  }
  return { tables, files }
}

/** Restores all rows and files of a snapshot. */
export async function restoreSnapshot({ tables, files }: Snapshot): Promise<void> {
  for (const [db, all] of tables) {
    await db.batch([
      db.prepare('pragma defer_foreign_keys = on'),
      ...all.map(({ name }) => db.prepare(`delete from "${name}"`)),
      ...all.flatMap((table) => insert(db, table)),
    ])
  }
  const now = await keys()
  const extra = now.filter((key) => !files.has(key))
  if (extra.length > 0) await env.MEDIA.delete(extra)
  for (const [key, bytes] of files) if (!now.includes(key)) await env.MEDIA.put(key, bytes)
  for (const { name } of (await env.PLACES.list()).keys) await env.PLACES.delete(name)
}

/** Returns the stored state as text, with random ids, times and other random values replaced. */
export async function readState(): Promise<string> {
  const tables = (await Promise.all(databases.map(read))).flat()
  const parts = tables
    .filter(({ name }) => !ignoredTables.has(name))
    .map(({ name, rows }) => {
      const lines = rows.map((row) => JSON.stringify(Object.entries(row).map(normalize(name))))
      return `${name}\n${lines.sort().join('\n')}`
    })
  const files = (await keys()).map((key) => key.replace(/^backup\/[^/]+/, 'backup/drawn'))
  return [...parts, `files\n${files.join('\n')}`].join('\n')
}

// Rate limits and the quota of emails may count a failed attempt; logs are tested separately.
const ignoredTables = new Set([
  'late_events',
  'entry_changes',
  'cron_jobs',
  'card_visitors',
  'visitor_salts',
  'throttle',
  'mail_quota',
  'audit_log',
  'sqlite_sequence',
  'purge_outbox',
  'purge_budget',
  'alert_states',
])

const randomColumns =
  /^(hash|secret_hash|secret|uid|client_id|password|password_print|auth_version|receipt_hash|salt|visitor|last_call|holder|submitter_ip|\w+er_ip)$/
const randomIdTables = new Set(['sessions', 'api_tokens', 'feeds', 'analytics_shares'])
const timeColumns = /(_at|^at|_seen|last_step|timestamp|until|^hint|^key)$/

function normalize(table: string) {
  return ([column, value]: [string, string | number | null]) => {
    // Visitors and networks are not counted while the salt of the day is unavailable.
    if (column === 'visitors' || column === 'bursts') return [column, 'counted']
    if (value === null) return [column, null]
    if (column === 'counts') return [column, Object.entries(JSON.parse(String(value))).sort()]
    if (table.startsWith('card_') && column !== 'visitor' && column !== 'updated_at')
      return [column, value]
    // The number of attempts.
    if (column === 'tries') return [column, 'some']
    if (randomColumns.test(column) || (column === 'id' && randomIdTables.has(table)))
      return [column, 'drawn']
    if (timeColumns.test(column)) return [column, 'then']
    // A pin missing after the save is looked up when the map is shown.
    if (column === 'customizations') return [column, { ...JSON.parse(String(value)), pin: 'found' }]
    return [column, String(value).replace(/-\d{1,4}$/, '-drawn')]
  }
}

async function read(db: D1Database): Promise<Table[]> {
  const { results } = await db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not in ('d1_migrations')",
    )
    .all<{ name: string }>()
  const names = results.map(({ name }) => name)
  const order = [
    ...names.filter((name) => !triggerTables.includes(name)),
    ...triggerTables.filter((name) => names.includes(name)),
  ]
  const responses = await db.batch<Row>(order.map((name) => db.prepare(`select * from "${name}"`)))
  return order.map((name, index) => {
    const rows = responses[index]?.results ?? []
    return { name, rows, columns: Object.keys(rows[0] ?? {}) }
  })
}

function insert(db: D1Database, { name, columns, rows }: Table): D1PreparedStatement[] {
  // Deletes what triggers wrote meanwhile.
  const clear = triggerTables.includes(name) ? [db.prepare(`delete from "${name}"`)] : []
  if (rows.length === 0) return clear
  const list = columns.map((column) => `"${column}"`)
  const values = columns.map((_, at) => `value ->> ${at}`)
  const sql = `insert into "${name}" (${list}) select ${values} from json_each(?)`
  const all = JSON.stringify(rows.map((row) => columns.map((column) => row[column])))
  return [...clear, db.prepare(sql).bind(all)]
}

async function keys(): Promise<string[]> {
  const { objects } = await env.MEDIA.list()
  return objects.map(({ key }) => key).sort()
}

// A rejected request may write to these: rate limits, last use of sessions. It may log that it was refused, too.
const callerTables = new Set(['throttle', 'sessions', 'sqlite_sequence'])

/** Returns one hash of all rows (except `callerTables`) and all file keys, to verify that a request changed nothing. */
export async function hashStorage(): Promise<string> {
  const texts = await Promise.all([env.DB, ...analyticsDatabases(env)].map(rowsOf))
  const { objects } = await env.MEDIA.list()
  texts.push(...objects.map(({ key }) => key))
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join()))
  return Buffer.from(bytes).toString('hex')
}

async function rowsOf(db: D1Database): Promise<string> {
  const { results } = await db
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' order by name`,
    )
    .all<{ name: string }>()
  const names = results.map(({ name }) => name).filter((name) => !callerTables.has(name))
  const tables = await db.batch<Row>(names.map((name) => db.prepare(`select * from "${name}"`)))
  return tables
    .map(({ results: rows }, at) => {
      const kept = rows.filter((row) => names[at] !== 'audit_log' || !isFailure(`${row.action}`))
      return `${names[at]} ${kept.map((row) => JSON.stringify(row)).sort()}`
    })
    .join('\n')
}
